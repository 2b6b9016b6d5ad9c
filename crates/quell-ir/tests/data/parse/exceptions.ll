; Unwinding of the Itanium kind.

@type_info = external constant ptr

declare i32 @__gxx_personality_v0(...)
declare void @may_throw(i32)

define i32 @catches(ptr %f) personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may_throw(i32 1)
          to label %normal unwind label %pad

normal:
  %0 = invoke fastcc noundef i32 %f(i32 signext 2) [ "tag"(i32 1, ptr null), "empty"() ] to label %done unwind label %pad

done:
  ret i32 %0

pad:
  %1 = landingpad { ptr, i32 } cleanup catch ptr @type_info catch ptr null filter [1 x ptr] [ptr @type_info]
  %2 = extractvalue { ptr, i32 } %1, 1
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %again, label %cleanup

again:
  resume { ptr, i32 } %1

cleanup:
  unreachable
}
