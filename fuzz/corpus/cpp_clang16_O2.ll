; ModuleID = 'small.cpp'
source_filename = "small.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
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
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global ptr
@_ZTS4Bird = linkonce_odr dso_local constant [6 x i8] c"4Bird\00", comdat, align 1
@_ZTI6Animal = external constant ptr
@_ZTI4Bird = linkonce_odr dso_local constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS4Bird, ptr @_ZTI6Animal }, comdat, align 8

; Function Attrs: uwtable
define dso_local noundef i32 @_Z5countPK6Animal(ptr noundef %0) local_unnamed_addr #0 personality ptr @__gxx_personality_v0 !dbg !9 {
  %2 = alloca %struct.Bird, align 8
  call void @llvm.dbg.value(metadata ptr %0, metadata !17, metadata !DIExpression()), !dbg !28
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #11, !dbg !29
  call void @llvm.dbg.declare(metadata ptr %2, metadata !18, metadata !DIExpression()), !dbg !30
  call void @llvm.dbg.value(metadata ptr %2, metadata !31, metadata !DIExpression()), !dbg !39
  store ptr getelementptr inbounds ({ [5 x ptr] }, ptr @_ZTV4Bird, i64 0, inrange i32 0, i64 2), ptr %2, align 8, !dbg !41, !tbaa !42
  %3 = load ptr, ptr %0, align 8, !dbg !45, !tbaa !42
  %4 = load ptr, ptr %3, align 8, !dbg !45
  %5 = invoke noundef i32 %4(ptr noundef nonnull align 8 dereferenceable(8) %0)
          to label %6 unwind label %10, !dbg !45

6:                                                ; preds = %1
  %7 = invoke noundef i32 @_Z9may_throwi(i32 noundef 2)
          to label %8 unwind label %10, !dbg !47

8:                                                ; preds = %6
  %9 = add nsw i32 %7, %5, !dbg !48
  br label %23, !dbg !49

10:                                               ; preds = %6, %1
  %11 = landingpad { ptr, i32 }
          catch ptr @_ZTIi
          catch ptr null, !dbg !50
  %12 = extractvalue { ptr, i32 } %11, 0, !dbg !50
  %13 = extractvalue { ptr, i32 } %11, 1, !dbg !50
  %14 = tail call i32 @llvm.eh.typeid.for(ptr nonnull @_ZTIi) #11, !dbg !51
  %15 = icmp eq i32 %13, %14, !dbg !51
  %16 = tail call ptr @__cxa_begin_catch(ptr %12) #11, !dbg !52
  br i1 %15, label %17, label %19, !dbg !51

17:                                               ; preds = %10
  %18 = load i32, ptr %16, align 4, !dbg !53, !tbaa !55
  call void @llvm.dbg.value(metadata i32 %18, metadata !27, metadata !DIExpression()), !dbg !28
  tail call void @__cxa_end_catch() #11, !dbg !58
  br label %23

19:                                               ; preds = %10
  invoke void @__cxa_rethrow() #12
          to label %28 unwind label %20, !dbg !60

20:                                               ; preds = %19
  %21 = landingpad { ptr, i32 }
          cleanup, !dbg !61
  invoke void @__cxa_end_catch()
          to label %22 unwind label %25, !dbg !53

22:                                               ; preds = %20
  call void @_ZN6AnimalD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %2) #11, !dbg !62
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #11, !dbg !62
  resume { ptr, i32 } %21, !dbg !62

23:                                               ; preds = %17, %8
  %24 = phi i32 [ %9, %8 ], [ %18, %17 ], !dbg !52
  call void @_ZN6AnimalD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %2) #11, !dbg !62
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #11, !dbg !62
  ret i32 %24, !dbg !62

25:                                               ; preds = %20
  %26 = landingpad { ptr, i32 }
          catch ptr null, !dbg !53
  %27 = extractvalue { ptr, i32 } %26, 0, !dbg !53
  tail call void @__clang_call_terminate(ptr %27) #13, !dbg !53
  unreachable, !dbg !53

28:                                               ; preds = %19
  unreachable
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

declare i32 @__gxx_personality_v0(...)

declare !dbg !63 noundef i32 @_Z9may_throwi(i32 noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK4Bird4legsEv(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #4 comdat align 2 !dbg !67 {
  call void @llvm.dbg.value(metadata ptr %0, metadata !69, metadata !DIExpression()), !dbg !71
  ret i32 2, !dbg !72
}

; Function Attrs: nofree nosync nounwind memory(none)
declare i32 @llvm.eh.typeid.for(ptr) #5

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

declare void @__cxa_rethrow() local_unnamed_addr

declare void @__cxa_end_catch() local_unnamed_addr

; Function Attrs: noinline noreturn nounwind
define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) local_unnamed_addr #6 comdat {
  %2 = tail call ptr @__cxa_begin_catch(ptr %0) #11
  tail call void @_ZSt9terminatev() #13
  unreachable
}

declare void @_ZSt9terminatev() local_unnamed_addr

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: nounwind
declare void @_ZN6AnimalD2Ev(ptr noundef nonnull align 8 dereferenceable(8)) unnamed_addr #7

; Function Attrs: inlinehint nounwind uwtable
define linkonce_odr dso_local void @_ZN4BirdD0Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #8 comdat align 2 !dbg !73 {
  call void @llvm.dbg.value(metadata ptr %0, metadata !76, metadata !DIExpression()), !dbg !77
  tail call void @_ZN6AnimalD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) #11, !dbg !78
  tail call void @_ZdlPv(ptr noundef nonnull %0) #14, !dbg !78
  ret void, !dbg !78
}

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPv(ptr noundef) local_unnamed_addr #9

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.value(metadata, metadata, metadata) #10

attributes #0 = { uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nofree nosync nounwind memory(none) }
attributes #6 = { noinline noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { inlinehint nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nobuiltin nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { nounwind }
attributes #12 = { noreturn }
attributes #13 = { noreturn nounwind }
attributes #14 = { builtin nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "small.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "cb65a8456d3a538b3f34dcb00fa1d905")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!9 = distinct !DISubprogram(name: "count", linkageName: "_Z5countPK6Animal", scope: !1, file: !1, line: 5, type: !10, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !16)
!10 = !DISubroutineType(types: !11)
!11 = !{!12, !13}
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !14, size: 64)
!14 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !15)
!15 = !DICompositeType(tag: DW_TAG_structure_type, name: "Animal", file: !1, line: 2, size: 64, flags: DIFlagFwdDecl | DIFlagNonTrivial, identifier: "_ZTS6Animal")
!16 = !{!17, !18, !27}
!17 = !DILocalVariable(name: "a", arg: 1, scope: !9, file: !1, line: 5, type: !13)
!18 = !DILocalVariable(name: "bird", scope: !9, file: !1, line: 6, type: !19)
!19 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Bird", file: !1, line: 3, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !20, vtableHolder: !15, identifier: "_ZTS4Bird")
!20 = !{!21, !22}
!21 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !19, baseType: !15, extraData: i32 0)
!22 = !DISubprogram(name: "legs", linkageName: "_ZNK4Bird4legsEv", scope: !19, file: !1, line: 3, type: !23, scopeLine: 3, containingType: !19, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!23 = !DISubroutineType(types: !24)
!24 = !{!12, !25}
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !26, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!26 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !19)
!27 = !DILocalVariable(name: "x", scope: !9, file: !1, line: 7, type: !12)
!28 = !DILocation(line: 0, scope: !9)
!29 = !DILocation(line: 6, column: 3, scope: !9)
!30 = !DILocation(line: 6, column: 8, scope: !9)
!31 = !DILocalVariable(name: "this", arg: 1, scope: !32, type: !38, flags: DIFlagArtificial | DIFlagObjectPointer)
!32 = distinct !DISubprogram(name: "Bird", linkageName: "_ZN4BirdC2Ev", scope: !19, file: !1, line: 3, type: !33, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !36, retainedNodes: !37)
!33 = !DISubroutineType(types: !34)
!34 = !{null, !35}
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !19, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!36 = !DISubprogram(name: "Bird", scope: !19, type: !33, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!37 = !{!31}
!38 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !19, size: 64)
!39 = !DILocation(line: 0, scope: !32, inlinedAt: !40)
!40 = distinct !DILocation(line: 6, column: 8, scope: !9)
!41 = !DILocation(line: 3, column: 8, scope: !32, inlinedAt: !40)
!42 = !{!43, !43, i64 0}
!43 = !{!"vtable pointer", !44, i64 0}
!44 = !{!"Simple C++ TBAA"}
!45 = !DILocation(line: 7, column: 19, scope: !46)
!46 = distinct !DILexicalBlock(scope: !9, file: !1, line: 7, column: 7)
!47 = !DILocation(line: 7, column: 28, scope: !46)
!48 = !DILocation(line: 7, column: 26, scope: !46)
!49 = !DILocation(line: 7, column: 9, scope: !46)
!50 = !DILocation(line: 8, column: 1, scope: !46)
!51 = !DILocation(line: 7, column: 52, scope: !46)
!52 = !DILocation(line: 7, scope: !9)
!53 = !DILocation(line: 7, column: 103, scope: !54)
!54 = distinct !DILexicalBlock(scope: !9, file: !1, line: 7, column: 94)
!55 = !{!56, !56, i64 0}
!56 = !{!"int", !57, i64 0}
!57 = !{!"omnipotent char", !44, i64 0}
!58 = !DILocation(line: 7, column: 80, scope: !59)
!59 = distinct !DILexicalBlock(scope: !9, file: !1, line: 7, column: 68)
!60 = !DILocation(line: 7, column: 96, scope: !54)
!61 = !DILocation(line: 8, column: 1, scope: !54)
!62 = !DILocation(line: 8, column: 1, scope: !9)
!63 = !DISubprogram(name: "may_throw", linkageName: "_Z9may_throwi", scope: !1, file: !1, line: 4, type: !64, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !66)
!64 = !DISubroutineType(types: !65)
!65 = !{!12, !12}
!66 = !{}
!67 = distinct !DISubprogram(name: "legs", linkageName: "_ZNK4Bird4legsEv", scope: !19, file: !1, line: 3, type: !23, scopeLine: 3, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !22, retainedNodes: !68)
!68 = !{!69}
!69 = !DILocalVariable(name: "this", arg: 1, scope: !67, type: !70, flags: DIFlagArtificial | DIFlagObjectPointer)
!70 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !26, size: 64)
!71 = !DILocation(line: 0, scope: !67)
!72 = !DILocation(line: 3, column: 52, scope: !67)
!73 = distinct !DISubprogram(name: "~Bird", linkageName: "_ZN4BirdD0Ev", scope: !19, file: !1, line: 3, type: !33, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !74, retainedNodes: !75)
!74 = !DISubprogram(name: "~Bird", scope: !19, type: !33, containingType: !19, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!75 = !{!76}
!76 = !DILocalVariable(name: "this", arg: 1, scope: !73, type: !38, flags: DIFlagArtificial | DIFlagObjectPointer)
!77 = !DILocation(line: 0, scope: !73)
!78 = !DILocation(line: 3, column: 8, scope: !73)
