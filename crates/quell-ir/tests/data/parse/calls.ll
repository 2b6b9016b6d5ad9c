; Calls: conventions, attributes, function types, bundles, inline assembly.

%big = type { [16 x i64] }

declare i32 @printf(ptr nocapture noundef readonly, ...) #1
declare fastcc i32 @fast(i32)
declare i64 @f(i64)
declare void @use(ptr)
declare void @stop() noreturn nounwind
declare void @llvm.assume(i1)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)

define void @calls(ptr %p, ptr %big, i32 %x, double %d) #0 {
  %1 = call i32 (ptr, ...) @printf(ptr noundef nonnull %p, i32 noundef %x, double noundef 1.000000e+00)
  %2 = tail call fastcc i32 @fast(i32 signext %x)
  %3 = notail call i32 %p(i8 zeroext 1)
  %4 = call i64 @f(i64 range(i64 0, 5) 7) #2 ; prints: %4 = call i64 @f(i64 7)
  call void @use(ptr sret(%big) align 8 %big)
  call void @use(ptr byval(%big) align 8 %big)
  call void @use(ptr noalias align 8 dereferenceable(16) %p)
  call void @use(ptr "custom"="x" writable dead_on_unwind nocapture dereferenceable_or_null(4) %p) ; prints: call void @use(ptr %p)
  call void @stop() #3 ; prints: call void @stop() noreturn
  call void @stop() noreturn "a" "b"="c" memory(none) nofree ; prints: call void @stop() noreturn
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  %5 = call fast double %p(double %d)
  %6 = call double @llvm.experimental.constrained.fadd.f64(double %d, double %d, metadata !"round.dynamic", metadata !"fpexcept.strict")
  %7 = call i32 asm "bswap $0", "=r,0,~{dirflag},~{fpsr},~{flags}"(i32 %x)
  call void asm sideeffect alignstack inteldialect unwind "nop", ""()
  %8 = call cc 99 zeroext i8 %p()
  %9 = call x86_64_sysvcc ptr %p() ; prints: %9 = call cc 78 ptr %p()
  %10 = call addrspace(0) i32 @fast(i32 1) ; prints: %10 = call i32 @fast(i32 1)
  call void inttoptr (i64 4096 to ptr)()
  ret void
}

define i32 @musttail(i32 %x) {
  %1 = musttail call i32 @musttail(i32 %x)
  ret i32 %1
}

attributes #0 = { noinline nounwind optnone uwtable(sync) "frame-pointer"="all" alignstack=16 vscale_range(1,16) allockind("alloc,zeroed") }
attributes #1 = { "no-trapping-math"="true" }
attributes #2 = { nounwind memory(none) }
attributes #3 = { cold noreturn nounwind }
