; ModuleID = 'small.cpp'
source_filename = "small.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Bird = type { %struct.Animal }
%struct.Animal = type { ptr }

$_ZN4BirdC2Ev = comdat any

$_ZNK4Bird4legsEv = comdat any

$__clang_call_terminate = comdat any

$_ZN4BirdD2Ev = comdat any

$_ZN6AnimalC2Ev = comdat any

$_ZN4BirdD0Ev = comdat any

$_ZTV4Bird = comdat any

$_ZTS4Bird = comdat any

$_ZTI4Bird = comdat any

@_ZTIi = external constant ptr
@_ZTV4Bird = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI4Bird, ptr @_ZNK4Bird4legsEv, ptr @_ZN4BirdD2Ev, ptr @_ZN4BirdD0Ev] }, comdat, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global ptr
@_ZTS4Bird = linkonce_odr dso_local constant [6 x i8] c"4Bird\00", comdat, align 1
@_ZTI6Animal = external constant ptr
@_ZTI4Bird = linkonce_odr dso_local constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS4Bird, ptr @_ZTI6Animal }, comdat, align 8
@_ZTV6Animal = external unnamed_addr constant { [5 x ptr] }, align 8

; Function Attrs: mustprogress noinline optnone uwtable
define dso_local noundef i32 @_Z5countPK6Animal(ptr noundef %0) #0 personality ptr @__gxx_personality_v0 !dbg !36 {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca %struct.Bird, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  call void @llvm.dbg.declare(metadata ptr %3, metadata !41, metadata !DIExpression()), !dbg !42
  call void @llvm.dbg.declare(metadata ptr %4, metadata !43, metadata !DIExpression()), !dbg !44
  call void @_ZN4BirdC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %4) #10, !dbg !44
  %9 = load ptr, ptr %3, align 8, !dbg !45
  %10 = load ptr, ptr %9, align 8, !dbg !47
  %11 = getelementptr inbounds ptr, ptr %10, i64 0, !dbg !47
  %12 = load ptr, ptr %11, align 8, !dbg !47
  %13 = invoke noundef i32 %12(ptr noundef nonnull align 8 dereferenceable(8) %9)
          to label %14 unwind label %20, !dbg !47

14:                                               ; preds = %1
  %15 = invoke noundef i32 @_ZNK4Bird4legsEv(ptr noundef nonnull align 8 dereferenceable(8) %4)
          to label %16 unwind label %20, !dbg !48

16:                                               ; preds = %14
  %17 = invoke noundef i32 @_Z9may_throwi(i32 noundef %15)
          to label %18 unwind label %20, !dbg !49

18:                                               ; preds = %16
  %19 = add nsw i32 %13, %17, !dbg !50
  store i32 %19, ptr %2, align 4, !dbg !51
  store i32 1, ptr %7, align 4
  br label %42, !dbg !51

20:                                               ; preds = %16, %14, %1
  %21 = landingpad { ptr, i32 }
          catch ptr @_ZTIi
          catch ptr null, !dbg !52
  %22 = extractvalue { ptr, i32 } %21, 0, !dbg !52
  store ptr %22, ptr %5, align 8, !dbg !52
  %23 = extractvalue { ptr, i32 } %21, 1, !dbg !52
  store i32 %23, ptr %6, align 4, !dbg !52
  br label %24, !dbg !52

24:                                               ; preds = %20
  %25 = load i32, ptr %6, align 4, !dbg !53
  %26 = call i32 @llvm.eh.typeid.for(ptr @_ZTIi) #10, !dbg !53
  %27 = icmp eq i32 %25, %26, !dbg !53
  br i1 %27, label %28, label %33, !dbg !53

28:                                               ; preds = %24
  call void @llvm.dbg.declare(metadata ptr %8, metadata !54, metadata !DIExpression()), !dbg !55
  %29 = load ptr, ptr %5, align 8, !dbg !56
  %30 = call ptr @__cxa_begin_catch(ptr %29) #10, !dbg !56
  %31 = load i32, ptr %30, align 4, !dbg !56
  store i32 %31, ptr %8, align 4, !dbg !56
  %32 = load i32, ptr %8, align 4, !dbg !58
  store i32 %32, ptr %2, align 4, !dbg !60
  store i32 1, ptr %7, align 4
  call void @__cxa_end_catch() #10, !dbg !61
  br label %42

33:                                               ; preds = %24
  %34 = load ptr, ptr %5, align 8, !dbg !53
  %35 = call ptr @__cxa_begin_catch(ptr %34) #10, !dbg !53
  invoke void @__cxa_rethrow() #11
          to label %52 unwind label %36, !dbg !62

36:                                               ; preds = %33
  %37 = landingpad { ptr, i32 }
          cleanup, !dbg !63
  %38 = extractvalue { ptr, i32 } %37, 0, !dbg !63
  store ptr %38, ptr %5, align 8, !dbg !63
  %39 = extractvalue { ptr, i32 } %37, 1, !dbg !63
  store i32 %39, ptr %6, align 4, !dbg !63
  invoke void @__cxa_end_catch()
          to label %40 unwind label %49, !dbg !56

40:                                               ; preds = %36
  call void @_ZN4BirdD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %4) #10, !dbg !64
  br label %44, !dbg !64

41:                                               ; No predecessors!
  call void @llvm.trap(), !dbg !61
  unreachable, !dbg !61

42:                                               ; preds = %28, %18
  call void @_ZN4BirdD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %4) #10, !dbg !64
  %43 = load i32, ptr %2, align 4, !dbg !64
  ret i32 %43, !dbg !64

44:                                               ; preds = %40
  %45 = load ptr, ptr %5, align 8, !dbg !64
  %46 = load i32, ptr %6, align 4, !dbg !64
  %47 = insertvalue { ptr, i32 } undef, ptr %45, 0, !dbg !64
  %48 = insertvalue { ptr, i32 } %47, i32 %46, 1, !dbg !64
  resume { ptr, i32 } %48, !dbg !64

49:                                               ; preds = %36
  %50 = landingpad { ptr, i32 }
          catch ptr null, !dbg !56
  %51 = extractvalue { ptr, i32 } %50, 0, !dbg !56
  call void @__clang_call_terminate(ptr %51) #12, !dbg !56
  unreachable, !dbg !56

52:                                               ; preds = %33
  unreachable
}

; Function Attrs: nocallback nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN4BirdC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #2 comdat align 2 !dbg !65 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @llvm.dbg.declare(metadata ptr %2, metadata !70, metadata !DIExpression()), !dbg !72
  %3 = load ptr, ptr %2, align 8
  call void @_ZN6AnimalC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %3) #10, !dbg !73
  store ptr getelementptr inbounds ({ [5 x ptr] }, ptr @_ZTV4Bird, i32 0, inrange i32 0, i32 2), ptr %3, align 8, !dbg !73
  ret void, !dbg !73
}

declare i32 @__gxx_personality_v0(...)

declare noundef i32 @_Z9may_throwi(i32 noundef) #3

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local noundef i32 @_ZNK4Bird4legsEv(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #4 comdat align 2 !dbg !74 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @llvm.dbg.declare(metadata ptr %2, metadata !75, metadata !DIExpression()), !dbg !77
  %3 = load ptr, ptr %2, align 8
  ret i32 2, !dbg !78
}

; Function Attrs: nounwind readnone
declare i32 @llvm.eh.typeid.for(ptr) #5

declare ptr @__cxa_begin_catch(ptr)

declare void @__cxa_rethrow()

declare void @__cxa_end_catch()

; Function Attrs: noinline noreturn nounwind
define linkonce_odr hidden void @__clang_call_terminate(ptr %0) #6 comdat {
  %2 = call ptr @__cxa_begin_catch(ptr %0) #10
  call void @_ZSt9terminatev() #12
  unreachable
}

declare void @_ZSt9terminatev()

; Function Attrs: cold noreturn nounwind
declare void @llvm.trap() #7

; Function Attrs: noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN4BirdD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #2 comdat align 2 !dbg !79 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @llvm.dbg.declare(metadata ptr %2, metadata !81, metadata !DIExpression()), !dbg !82
  %3 = load ptr, ptr %2, align 8
  call void @_ZN6AnimalD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %3) #10, !dbg !83
  ret void, !dbg !85
}

; Function Attrs: noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN6AnimalC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #2 comdat align 2 !dbg !86 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @llvm.dbg.declare(metadata ptr %2, metadata !88, metadata !DIExpression()), !dbg !90
  %3 = load ptr, ptr %2, align 8
  store ptr getelementptr inbounds ({ [5 x ptr] }, ptr @_ZTV6Animal, i32 0, inrange i32 0, i32 2), ptr %3, align 8, !dbg !91
  ret void, !dbg !91
}

; Function Attrs: noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN4BirdD0Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #2 comdat align 2 !dbg !92 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @llvm.dbg.declare(metadata ptr %2, metadata !93, metadata !DIExpression()), !dbg !94
  %3 = load ptr, ptr %2, align 8
  call void @_ZN4BirdD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %3) #10, !dbg !95
  call void @_ZdlPv(ptr noundef %3) #13, !dbg !95
  ret void, !dbg !95
}

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPv(ptr noundef) #8

; Function Attrs: nounwind
declare void @_ZN6AnimalD2Ev(ptr noundef nonnull align 8 dereferenceable(8)) unnamed_addr #9

attributes #0 = { mustprogress noinline optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind readnone }
attributes #6 = { noinline noreturn nounwind }
attributes #7 = { cold noreturn nounwind }
attributes #8 = { nobuiltin nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nounwind }
attributes #11 = { noreturn }
attributes #12 = { noreturn nounwind }
attributes #13 = { builtin nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!28, !29, !30, !31, !32, !33, !34}
!llvm.ident = !{!35}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 15.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "small.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "cb65a8456d3a538b3f34dcb00fa1d905")
!2 = !{!3, !6}
!3 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Bird", file: !1, line: 3, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !4, vtableHolder: !6, identifier: "_ZTS4Bird")
!4 = !{!5, !23}
!5 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !3, baseType: !6, extraData: i32 0)
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Animal", file: !1, line: 2, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !7, vtableHolder: !6)
!7 = !{!8, !14, !19}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$Animal", scope: !1, file: !1, baseType: !9, size: 64, flags: DIFlagArtificial)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "__vtbl_ptr_type", baseType: !11, size: 64)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DISubprogram(name: "legs", linkageName: "_ZNK6Animal4legsEv", scope: !6, file: !1, line: 2, type: !15, scopeLine: 2, containingType: !6, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!15 = !DISubroutineType(types: !16)
!16 = !{!13, !17}
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !18, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!18 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !6)
!19 = !DISubprogram(name: "~Animal", scope: !6, file: !1, line: 2, type: !20, scopeLine: 2, containingType: !6, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!20 = !DISubroutineType(types: !21)
!21 = !{null, !22}
!22 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!23 = !DISubprogram(name: "legs", linkageName: "_ZNK4Bird4legsEv", scope: !3, file: !1, line: 3, type: !24, scopeLine: 3, containingType: !3, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!24 = !DISubroutineType(types: !25)
!25 = !{!13, !26}
!26 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!27 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !3)
!28 = !{i32 7, !"Dwarf Version", i32 5}
!29 = !{i32 2, !"Debug Info Version", i32 3}
!30 = !{i32 1, !"wchar_size", i32 4}
!31 = !{i32 7, !"PIC Level", i32 2}
!32 = !{i32 7, !"PIE Level", i32 2}
!33 = !{i32 7, !"uwtable", i32 2}
!34 = !{i32 7, !"frame-pointer", i32 2}
!35 = !{!"Debian clang version 15.0.6"}
!36 = distinct !DISubprogram(name: "count", linkageName: "_Z5countPK6Animal", scope: !1, file: !1, line: 5, type: !37, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !40)
!37 = !DISubroutineType(types: !38)
!38 = !{!13, !39}
!39 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !18, size: 64)
!40 = !{}
!41 = !DILocalVariable(name: "a", arg: 1, scope: !36, file: !1, line: 5, type: !39)
!42 = !DILocation(line: 5, column: 25, scope: !36)
!43 = !DILocalVariable(name: "bird", scope: !36, file: !1, line: 6, type: !3)
!44 = !DILocation(line: 6, column: 8, scope: !36)
!45 = !DILocation(line: 7, column: 16, scope: !46)
!46 = distinct !DILexicalBlock(scope: !36, file: !1, line: 7, column: 7)
!47 = !DILocation(line: 7, column: 19, scope: !46)
!48 = !DILocation(line: 7, column: 43, scope: !46)
!49 = !DILocation(line: 7, column: 28, scope: !46)
!50 = !DILocation(line: 7, column: 26, scope: !46)
!51 = !DILocation(line: 7, column: 9, scope: !46)
!52 = !DILocation(line: 8, column: 1, scope: !46)
!53 = !DILocation(line: 7, column: 52, scope: !46)
!54 = !DILocalVariable(name: "x", scope: !36, file: !1, line: 7, type: !13)
!55 = !DILocation(line: 7, column: 65, scope: !36)
!56 = !DILocation(line: 7, column: 103, scope: !57)
!57 = distinct !DILexicalBlock(scope: !36, file: !1, line: 7, column: 94)
!58 = !DILocation(line: 7, column: 77, scope: !59)
!59 = distinct !DILexicalBlock(scope: !36, file: !1, line: 7, column: 68)
!60 = !DILocation(line: 7, column: 70, scope: !59)
!61 = !DILocation(line: 7, column: 80, scope: !59)
!62 = !DILocation(line: 7, column: 96, scope: !57)
!63 = !DILocation(line: 8, column: 1, scope: !57)
!64 = !DILocation(line: 8, column: 1, scope: !36)
!65 = distinct !DISubprogram(name: "Bird", linkageName: "_ZN4BirdC2Ev", scope: !3, file: !1, line: 3, type: !66, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !69, retainedNodes: !40)
!66 = !DISubroutineType(types: !67)
!67 = !{null, !68}
!68 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !3, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!69 = !DISubprogram(name: "Bird", scope: !3, type: !66, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!70 = !DILocalVariable(name: "this", arg: 1, scope: !65, type: !71, flags: DIFlagArtificial | DIFlagObjectPointer)
!71 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !3, size: 64)
!72 = !DILocation(line: 0, scope: !65)
!73 = !DILocation(line: 3, column: 8, scope: !65)
!74 = distinct !DISubprogram(name: "legs", linkageName: "_ZNK4Bird4legsEv", scope: !3, file: !1, line: 3, type: !24, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !23, retainedNodes: !40)
!75 = !DILocalVariable(name: "this", arg: 1, scope: !74, type: !76, flags: DIFlagArtificial | DIFlagObjectPointer)
!76 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64)
!77 = !DILocation(line: 0, scope: !74)
!78 = !DILocation(line: 3, column: 52, scope: !74)
!79 = distinct !DISubprogram(name: "~Bird", linkageName: "_ZN4BirdD2Ev", scope: !3, file: !1, line: 3, type: !66, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !80, retainedNodes: !40)
!80 = !DISubprogram(name: "~Bird", scope: !3, type: !66, containingType: !3, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!81 = !DILocalVariable(name: "this", arg: 1, scope: !79, type: !71, flags: DIFlagArtificial | DIFlagObjectPointer)
!82 = !DILocation(line: 0, scope: !79)
!83 = !DILocation(line: 3, column: 8, scope: !84)
!84 = distinct !DILexicalBlock(scope: !79, file: !1, line: 3, column: 8)
!85 = !DILocation(line: 3, column: 8, scope: !79)
!86 = distinct !DISubprogram(name: "Animal", linkageName: "_ZN6AnimalC2Ev", scope: !6, file: !1, line: 2, type: !20, scopeLine: 2, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !87, retainedNodes: !40)
!87 = !DISubprogram(name: "Animal", scope: !6, type: !20, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!88 = !DILocalVariable(name: "this", arg: 1, scope: !86, type: !89, flags: DIFlagArtificial | DIFlagObjectPointer)
!89 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!90 = !DILocation(line: 0, scope: !86)
!91 = !DILocation(line: 2, column: 8, scope: !86)
!92 = distinct !DISubprogram(name: "~Bird", linkageName: "_ZN4BirdD0Ev", scope: !3, file: !1, line: 3, type: !66, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !80, retainedNodes: !40)
!93 = !DILocalVariable(name: "this", arg: 1, scope: !92, type: !71, flags: DIFlagArtificial | DIFlagObjectPointer)
!94 = !DILocation(line: 0, scope: !92)
!95 = !DILocation(line: 3, column: 8, scope: !92)
