; Every kind of instruction. After the semicolon: its operands in order as the text names them, then
; after `->` the blocks that may follow, one per edge.

%pair = type { i32, i32 }
@g = global i32 0
@table = global [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]

declare i32 @callee(i32, ...)
declare i32 @personality(...)
declare void @llvm.assume(i1)

define i32 @f(i32 %x, i32 %y, ptr %p, double %d, <4 x i32> %v, %pair %s, i1 %c) personality ptr @personality {
entry:
  %add = add i32 %x, %y                                    ; x y
  %neg = fneg double %d                                    ; d
  %cmp = icmp eq i32 %x, 3                                 ; x 3
  %fcmp = fcmp olt double %d, %neg                         ; d neg
  %cast = zext i32 %x to i64                               ; x
  %sel = select i1 %c, i32 %x, i32 %y                      ; c x y
  %frz = freeze i32 %x                                     ; x
  %slot = alloca i32                                       ;
  %slots = alloca i32, i32 %x                              ; x
  %ld = load i32, ptr %p                                   ; p
  store i32 %y, ptr %p                                     ; y p
  %gep = getelementptr [4 x i32], ptr %p, i64 0, i32 %x    ; p 0 x
  fence seq_cst                                            ;
  %cx = cmpxchg ptr %p, i32 %x, i32 %y seq_cst seq_cst     ; p x y
  %rmw = atomicrmw add ptr %p, i32 %x seq_cst              ; p x
  %ev = extractvalue %pair %s, 1                           ; s
  %iv = insertvalue %pair %s, i32 %x, 0                    ; s x
  %ee = extractelement <4 x i32> %v, i32 %x                ; v x
  %ie = insertelement <4 x i32> %v, i32 %x, i32 %y         ; v x y
  %sv = shufflevector <4 x i32> %v, <4 x i32> %v, <4 x i32> zeroinitializer ; v v
  %call = call i32 (i32, ...) @callee(i32 %x, ptr %p)      ; @callee x p
  %ptrcall = call i32 %p(i32 %y)                           ; p y
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ] ; @llvm.assume 1 p 8
  %asm = call i32 asm "nop", "=r,r"(i32 %x)                ; x
  %va = va_arg ptr %p, i32                                 ; p
  switch i32 %x, label %a [ i32 1, label %b
                            i32 2, label %b
                            i32 3, label %a ]              ; x -> a b b a
a:
  br i1 %c, label %b, label %c1                            ; c -> b c1
b:
  %phi = phi i32 [ 7, %entry ], [ 7, %entry ], [ %x, %a ]  ; 7 7 x
  br label %c1                                             ; -> c1
c1:
  indirectbr ptr %p, [label %a, label %d1, label %d1]      ; p -> a d1 d1
d1:
  %inv = invoke i32 (i32, ...) @callee(i32 %x) to label %e1 unwind label %lp ; @callee x -> e1 lp
e1:
  ret i32 %inv                                             ; inv
lp:
  %pad = landingpad { ptr, i32 } catch ptr @g filter [1 x ptr] [ptr @g] ; @g aggregate
  br i1 %c, label %r1, label %u1                           ; c -> r1 u1
r1:
  resume { ptr, i32 } %pad                                 ; pad
u1:
  unreachable                                              ;
}
