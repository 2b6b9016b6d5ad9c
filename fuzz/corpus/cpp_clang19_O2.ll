; ModuleID = 'small.cpp'
source_filename = "small.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Bird = type { %struct.Animal }
%struct.Animal = type { ptr }

$_ZNK4Bird4legsEv = comdat any

$__clang_call_terminate = comdat any

$_ZN4BirdD0Ev = comdat any

$_ZTV4Bird = comdat any

$_ZTS4Bird = comdat any

$_ZTI4Bird = comdat any

@_ZTIi = external constant ptr
@_ZTV4Bird = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI4Bird, ptr @_ZNK4Bird4legsEv, ptr @_ZN6AnimalD2Ev, ptr @_ZN4BirdD0Ev] }, comdat, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global [0 x ptr]
@_ZTS4Bird = linkonce_odr dso_local constant [6 x i8] c"4Bird\00", comdat, align 1
@_ZTI6Animal = external constant ptr
@_ZTI4Bird = linkonce_odr dso_local constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS4Bird, ptr @_ZTI6Animal }, comdat, align 8

; Function Attrs: mustprogress uwtable
define dso_local noundef i32 @_Z5countPK6Animal(ptr noundef %0) local_unnamed_addr #0 personality ptr @__gxx_personality_v0 !dbg !10 {
  %2 = alloca %struct.Bird, align 8, !DIAssignID !29
    #dbg_assign(i1 undef, !19, !DIExpression(), !29, ptr %2, !DIExpression(), !30)
    #dbg_value(ptr %0, !18, !DIExpression(), !30)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #9, !dbg !31
    #dbg_value(ptr %2, !32, !DIExpression(), !40)
  store ptr getelementptr inbounds inrange(-16, 24) (i8, ptr @_ZTV4Bird, i64 16), ptr %2, align 8, !dbg !42, !tbaa !43, !DIAssignID !46
    #dbg_assign(ptr getelementptr inbounds inrange(-16, 24) (i8, ptr @_ZTV4Bird, i64 16), !19, !DIExpression(), !46, ptr %2, !DIExpression(), !30)
  %3 = load ptr, ptr %0, align 8, !dbg !47, !tbaa !43
  %4 = load ptr, ptr %3, align 8, !dbg !47
  %5 = invoke noundef i32 %4(ptr noundef nonnull align 8 dereferenceable(8) %0)
          to label %6 unwind label %10, !dbg !47

6:                                                ; preds = %1
  %7 = invoke noundef i32 @_Z9may_throwi(i32 noundef 2)
          to label %8 unwind label %10, !dbg !49

8:                                                ; preds = %6
  %9 = add nsw i32 %7, %5, !dbg !50
  br label %23, !dbg !51

10:                                               ; preds = %6, %1
  %11 = landingpad { ptr, i32 }
          catch ptr @_ZTIi
          catch ptr null, !dbg !52
  %12 = extractvalue { ptr, i32 } %11, 0, !dbg !52
  %13 = extractvalue { ptr, i32 } %11, 1, !dbg !52
  %14 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTIi) #9, !dbg !53
  %15 = icmp eq i32 %13, %14, !dbg !53
  %16 = tail call ptr @__cxa_begin_catch(ptr %12) #9, !dbg !54
  br i1 %15, label %17, label %19, !dbg !53

17:                                               ; preds = %10
  %18 = load i32, ptr %16, align 4, !dbg !55, !tbaa !57
    #dbg_value(i32 %18, !28, !DIExpression(), !30)
  tail call void @__cxa_end_catch() #9, !dbg !60
  br label %23

19:                                               ; preds = %10
  invoke void @__cxa_rethrow() #10
          to label %28 unwind label %20, !dbg !62

20:                                               ; preds = %19
  %21 = landingpad { ptr, i32 }
          cleanup, !dbg !63
  invoke void @__cxa_end_catch()
          to label %22 unwind label %25, !dbg !55

22:                                               ; preds = %20
  call void @_ZN6AnimalD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %2) #9, !dbg !64
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #9, !dbg !64
  resume { ptr, i32 } %21, !dbg !64

23:                                               ; preds = %17, %8
  %24 = phi i32 [ %9, %8 ], [ %18, %17 ], !dbg !54
  call void @_ZN6AnimalD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %2) #9, !dbg !64
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #9, !dbg !64
  ret i32 %24, !dbg !64

25:                                               ; preds = %20
  %26 = landingpad { ptr, i32 }
          catch ptr null, !dbg !55
  %27 = extractvalue { ptr, i32 } %26, 0, !dbg !55
  tail call void @__clang_call_terminate(ptr %27) #11, !dbg !55
  unreachable, !dbg !55

28:                                               ; preds = %19
  unreachable
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare i32 @__gxx_personality_v0(...)

declare !dbg !65 noundef i32 @_Z9may_throwi(i32 noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK4Bird4legsEv(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #3 comdat align 2 !dbg !68 {
    #dbg_value(ptr %0, !70, !DIExpression(), !72)
  ret i32 2, !dbg !73
}

; Function Attrs: nofree nosync nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #4

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

declare void @__cxa_rethrow() local_unnamed_addr

declare void @__cxa_end_catch() local_unnamed_addr

; Function Attrs: noinline noreturn nounwind uwtable
define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) local_unnamed_addr #5 comdat {
  %2 = tail call ptr @__cxa_begin_catch(ptr %0) #9
  tail call void @_ZSt9terminatev() #11
  unreachable
}

declare void @_ZSt9terminatev() local_unnamed_addr

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
declare void @_ZN6AnimalD2Ev(ptr noundef nonnull align 8 dereferenceable(8)) unnamed_addr #6

; Function Attrs: inlinehint mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN4BirdD0Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #7 comdat align 2 !dbg !74 {
    #dbg_value(ptr %0, !77, !DIExpression(), !78)
  tail call void @_ZN6AnimalD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) #9, !dbg !79
  tail call void @_ZdlPvm(ptr noundef nonnull %0, i64 noundef 8) #12, !dbg !79
  ret void, !dbg !79
}

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPvm(ptr noundef, i64 noundef) local_unnamed_addr #8

attributes #0 = { mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nofree nosync nounwind memory(none) }
attributes #5 = { noinline noreturn nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { inlinehint mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nobuiltin nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nounwind }
attributes #10 = { noreturn }
attributes #11 = { noreturn nounwind }
attributes #12 = { builtin nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "small.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "cb65a8456d3a538b3f34dcb00fa1d905")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!9 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!10 = distinct !DISubprogram(name: "count", linkageName: "_Z5countPK6Animal", scope: !1, file: !1, line: 5, type: !11, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !17)
!11 = !DISubroutineType(types: !12)
!12 = !{!13, !14}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!15 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !16)
!16 = !DICompositeType(tag: DW_TAG_structure_type, name: "Animal", file: !1, line: 2, size: 64, flags: DIFlagFwdDecl | DIFlagNonTrivial, identifier: "_ZTS6Animal")
!17 = !{!18, !19, !28}
!18 = !DILocalVariable(name: "a", arg: 1, scope: !10, file: !1, line: 5, type: !14)
!19 = !DILocalVariable(name: "bird", scope: !10, file: !1, line: 6, type: !20)
!20 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Bird", file: !1, line: 3, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !21, vtableHolder: !16, identifier: "_ZTS4Bird")
!21 = !{!22, !23}
!22 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !20, baseType: !16, extraData: i32 0)
!23 = !DISubprogram(name: "legs", linkageName: "_ZNK4Bird4legsEv", scope: !20, file: !1, line: 3, type: !24, scopeLine: 3, containingType: !20, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!24 = !DISubroutineType(types: !25)
!25 = !{!13, !26}
!26 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!27 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !20)
!28 = !DILocalVariable(name: "x", scope: !10, file: !1, line: 7, type: !13)
!29 = distinct !DIAssignID()
!30 = !DILocation(line: 0, scope: !10)
!31 = !DILocation(line: 6, column: 3, scope: !10)
!32 = !DILocalVariable(name: "this", arg: 1, scope: !33, type: !39, flags: DIFlagArtificial | DIFlagObjectPointer)
!33 = distinct !DISubprogram(name: "Bird", linkageName: "_ZN4BirdC2Ev", scope: !20, file: !1, line: 3, type: !34, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !37, retainedNodes: !38)
!34 = !DISubroutineType(types: !35)
!35 = !{null, !36}
!36 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!37 = !DISubprogram(name: "Bird", scope: !20, type: !34, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!38 = !{!32}
!39 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64)
!40 = !DILocation(line: 0, scope: !33, inlinedAt: !41)
!41 = distinct !DILocation(line: 6, column: 8, scope: !10)
!42 = !DILocation(line: 3, column: 8, scope: !33, inlinedAt: !41)
!43 = !{!44, !44, i64 0}
!44 = !{!"vtable pointer", !45, i64 0}
!45 = !{!"Simple C++ TBAA"}
!46 = distinct !DIAssignID()
!47 = !DILocation(line: 7, column: 19, scope: !48)
!48 = distinct !DILexicalBlock(scope: !10, file: !1, line: 7, column: 7)
!49 = !DILocation(line: 7, column: 28, scope: !48)
!50 = !DILocation(line: 7, column: 26, scope: !48)
!51 = !DILocation(line: 7, column: 9, scope: !48)
!52 = !DILocation(line: 8, column: 1, scope: !48)
!53 = !DILocation(line: 7, column: 52, scope: !48)
!54 = !DILocation(line: 7, scope: !10)
!55 = !DILocation(line: 7, column: 103, scope: !56)
!56 = distinct !DILexicalBlock(scope: !10, file: !1, line: 7, column: 94)
!57 = !{!58, !58, i64 0}
!58 = !{!"int", !59, i64 0}
!59 = !{!"omnipotent char", !45, i64 0}
!60 = !DILocation(line: 7, column: 80, scope: !61)
!61 = distinct !DILexicalBlock(scope: !10, file: !1, line: 7, column: 68)
!62 = !DILocation(line: 7, column: 96, scope: !56)
!63 = !DILocation(line: 8, column: 1, scope: !56)
!64 = !DILocation(line: 8, column: 1, scope: !10)
!65 = !DISubprogram(name: "may_throw", linkageName: "_Z9may_throwi", scope: !1, file: !1, line: 4, type: !66, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!66 = !DISubroutineType(types: !67)
!67 = !{!13, !13}
!68 = distinct !DISubprogram(name: "legs", linkageName: "_ZNK4Bird4legsEv", scope: !20, file: !1, line: 3, type: !24, scopeLine: 3, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !23, retainedNodes: !69)
!69 = !{!70}
!70 = !DILocalVariable(name: "this", arg: 1, scope: !68, type: !71, flags: DIFlagArtificial | DIFlagObjectPointer)
!71 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64)
!72 = !DILocation(line: 0, scope: !68)
!73 = !DILocation(line: 3, column: 52, scope: !68)
!74 = distinct !DISubprogram(name: "~Bird", linkageName: "_ZN4BirdD0Ev", scope: !20, file: !1, line: 3, type: !34, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !75, retainedNodes: !76)
!75 = !DISubprogram(name: "~Bird", scope: !20, type: !34, containingType: !20, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!76 = !{!77}
!77 = !DILocalVariable(name: "this", arg: 1, scope: !74, type: !39, flags: DIFlagArtificial | DIFlagObjectPointer)
!78 = !DILocation(line: 0, scope: !74)
!79 = !DILocation(line: 3, column: 8, scope: !74)
