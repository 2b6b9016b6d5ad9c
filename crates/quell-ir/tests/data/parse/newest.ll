; llvm-as: no
; What came after LLVM 19.

define void @words(i32 %a, i64 %l, float %f, double %d, ptr %p) {
  %1 = icmp samesign ult i32 %a, 7
  %2 = fptrunc nnan double %d to float
  %3 = fpext fast float %f to double
  %4 = uitofp nneg nsz i32 %a to float ; prints: %4 = uitofp nneg nsz i32 %a to float
  %5 = ptrtoaddr ptr %p to i64
  %6 = fadd double %d, f0x3FF8000000000000 ; prints: %6 = fadd double %d, 1.500000e+00
  %7 = fadd double %d, +inf ; prints: %7 = fadd double %d, 0x7FF0000000000000
  %8 = fadd double %d, -qnan ; prints: %8 = fadd double %d, 0xFFF8000000000000
  %9 = fadd float %f, 0x1.8p1 ; prints: %9 = fadd float %f, 3.000000e+00
  %10 = atomicrmw usub_cond ptr %p, i32 1 monotonic, align 4
  %11 = atomicrmw usub_sat ptr %p, i32 1 monotonic, align 4
  %12 = atomicrmw fmaximum ptr %p, float %f seq_cst, align 4
  %13 = atomicrmw fminimum ptr %p, float %f seq_cst, align 4
  ret void
}

define void @attributes(ptr captures(none) dead_on_return initializes((0, 4), (8, 16)) %p, ptr captures(address, read_provenance) nofpclass(nan inf) %q) nocreateundeforpoison sanitize_type memory(argmem: readwrite, target_mem0: none) {
  call void @attributes(ptr undreamt_of captures(ret: address, none) %p, ptr %q) memory(errnomem: write) ; prints: call void @attributes(ptr %p, ptr %q)
  ret void
}

define void @records(i32 %a) !dbg !5 {
    #dbg_declare_value(i32 %a, !8, !DIExpression(), !9)
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_C, sourceLanguageVersion: 202311, file: !1, producer: "x", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "x.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "records", scope: !1, file: !1, line: 1, type: !6, unit: !0, retainedNodes: !7, keyInstructions: true)
!6 = !DISubroutineType(types: !{null, !10})
!7 = !{!8}
!8 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !1, line: 1, type: !10)
!9 = !DILocation(line: 1, column: 2, scope: !5, atomGroup: 1, atomRank: 2)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
