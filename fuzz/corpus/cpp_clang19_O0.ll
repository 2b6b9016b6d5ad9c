; ModuleID = 'small.cpp'
source_filename = "small.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
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
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global [0 x ptr]
@_ZTS4Bird = linkonce_odr dso_local constant [6 x i8] c"4Bird\00", comdat, align 1
@_ZTI6Animal = external constant ptr
@_ZTI4Bird = linkonce_odr dso_local constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS4Bird, ptr @_ZTI6Animal }, comdat, align 8
@_ZTV6Animal = external unnamed_addr constant { [5 x ptr] }, align 8

; Function Attrs: mustprogress noinline optnone uwtable
define dso_local noundef i32 @_Z5countPK6Animal(ptr noundef %0) #0 personality ptr @__gxx_personality_v0 !dbg !10 {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca %struct.Bird, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !18, !DIExpression(), !19)
    #dbg_declare(ptr %4, !20, !DIExpression(), !29)
  call void @_ZN4BirdC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %4) #8, !dbg !29
  %9 = load ptr, ptr %3, align 8, !dbg !30
  %10 = load ptr, ptr %9, align 8, !dbg !32
  %11 = getelementptr inbounds ptr, ptr %10, i64 0, !dbg !32
  %12 = load ptr, ptr %11, align 8, !dbg !32
  %13 = invoke noundef i32 %12(ptr noundef nonnull align 8 dereferenceable(8) %9)
          to label %14 unwind label %20, !dbg !32

14:                                               ; preds = %1
  %15 = invoke noundef i32 @_ZNK4Bird4legsEv(ptr noundef nonnull align 8 dereferenceable(8) %4)
          to label %16 unwind label %20, !dbg !33

16:                                               ; preds = %14
  %17 = invoke noundef i32 @_Z9may_throwi(i32 noundef %15)
          to label %18 unwind label %20, !dbg !34

18:                                               ; preds = %16
  %19 = add nsw i32 %13, %17, !dbg !35
  store i32 %19, ptr %2, align 4, !dbg !36
  store i32 1, ptr %7, align 4
  br label %42, !dbg !36

20:                                               ; preds = %16, %14, %1
  %21 = landingpad { ptr, i32 }
          catch ptr @_ZTIi
          catch ptr null, !dbg !37
  %22 = extractvalue { ptr, i32 } %21, 0, !dbg !37
  store ptr %22, ptr %5, align 8, !dbg !37
  %23 = extractvalue { ptr, i32 } %21, 1, !dbg !37
  store i32 %23, ptr %6, align 4, !dbg !37
  br label %24, !dbg !37

24:                                               ; preds = %20
  %25 = load i32, ptr %6, align 4, !dbg !38
  %26 = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTIi) #8, !dbg !38
  %27 = icmp eq i32 %25, %26, !dbg !38
  br i1 %27, label %28, label %33, !dbg !38

28:                                               ; preds = %24
    #dbg_declare(ptr %8, !39, !DIExpression(), !40)
  %29 = load ptr, ptr %5, align 8, !dbg !41
  %30 = call ptr @__cxa_begin_catch(ptr %29) #8, !dbg !41
  %31 = load i32, ptr %30, align 4, !dbg !41
  store i32 %31, ptr %8, align 4, !dbg !41
  %32 = load i32, ptr %8, align 4, !dbg !43
  store i32 %32, ptr %2, align 4, !dbg !45
  store i32 1, ptr %7, align 4
  call void @__cxa_end_catch() #8, !dbg !46
  br label %42

33:                                               ; preds = %24
  %34 = load ptr, ptr %5, align 8, !dbg !38
  %35 = call ptr @__cxa_begin_catch(ptr %34) #8, !dbg !38
  invoke void @__cxa_rethrow() #9
          to label %52 unwind label %36, !dbg !47

36:                                               ; preds = %33
  %37 = landingpad { ptr, i32 }
          cleanup, !dbg !48
  %38 = extractvalue { ptr, i32 } %37, 0, !dbg !48
  store ptr %38, ptr %5, align 8, !dbg !48
  %39 = extractvalue { ptr, i32 } %37, 1, !dbg !48
  store i32 %39, ptr %6, align 4, !dbg !48
  invoke void @__cxa_end_catch()
          to label %40 unwind label %49, !dbg !41

40:                                               ; preds = %36
  call void @_ZN4BirdD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %4) #8, !dbg !49
  br label %44, !dbg !49

41:                                               ; No predecessors!
  call void @llvm.trap(), !dbg !46
  unreachable, !dbg !46

42:                                               ; preds = %28, %18
  call void @_ZN4BirdD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %4) #8, !dbg !49
  %43 = load i32, ptr %2, align 4, !dbg !49
  ret i32 %43, !dbg !49

44:                                               ; preds = %40
  %45 = load ptr, ptr %5, align 8, !dbg !49
  %46 = load i32, ptr %6, align 4, !dbg !49
  %47 = insertvalue { ptr, i32 } poison, ptr %45, 0, !dbg !49
  %48 = insertvalue { ptr, i32 } %47, i32 %46, 1, !dbg !49
  resume { ptr, i32 } %48, !dbg !49

49:                                               ; preds = %36
  %50 = landingpad { ptr, i32 }
          catch ptr null, !dbg !41
  %51 = extractvalue { ptr, i32 } %50, 0, !dbg !41
  call void @__clang_call_terminate(ptr %51) #10, !dbg !41
  unreachable, !dbg !41

52:                                               ; preds = %33
  unreachable
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN4BirdC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #1 comdat align 2 !dbg !50 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !55, !DIExpression(), !57)
  %3 = load ptr, ptr %2, align 8
  call void @_ZN6AnimalC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %3) #8, !dbg !58
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTV4Bird, i32 0, i32 0, i32 2), ptr %3, align 8, !dbg !58
  ret void, !dbg !58
}

declare i32 @__gxx_personality_v0(...)

declare noundef i32 @_Z9may_throwi(i32 noundef) #2

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local noundef i32 @_ZNK4Bird4legsEv(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #1 comdat align 2 !dbg !59 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !60, !DIExpression(), !62)
  %3 = load ptr, ptr %2, align 8
  ret i32 2, !dbg !63
}

; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #3

declare ptr @__cxa_begin_catch(ptr)

declare void @__cxa_rethrow()

declare void @__cxa_end_catch()

; Function Attrs: noinline noreturn nounwind uwtable
define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) #4 comdat {
  %2 = call ptr @__cxa_begin_catch(ptr %0) #8
  call void @_ZSt9terminatev() #10
  unreachable
}

declare void @_ZSt9terminatev()

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #5

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN4BirdD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #1 comdat align 2 !dbg !64 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !66, !DIExpression(), !67)
  %3 = load ptr, ptr %2, align 8
  call void @_ZN6AnimalD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %3) #8, !dbg !68
  ret void, !dbg !70
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN6AnimalC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #1 comdat align 2 !dbg !71 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !76, !DIExpression(), !78)
  %3 = load ptr, ptr %2, align 8
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTV6Animal, i32 0, i32 0, i32 2), ptr %3, align 8, !dbg !79
  ret void, !dbg !79
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN4BirdD0Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #1 comdat align 2 !dbg !80 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !81, !DIExpression(), !82)
  %3 = load ptr, ptr %2, align 8
  call void @_ZN4BirdD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %3) #8, !dbg !83
  call void @_ZdlPvm(ptr noundef %3, i64 noundef 8) #11, !dbg !83
  ret void, !dbg !83
}

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPvm(ptr noundef, i64 noundef) #6

; Function Attrs: nounwind
declare void @_ZN6AnimalD2Ev(ptr noundef nonnull align 8 dereferenceable(8)) unnamed_addr #7

attributes #0 = { mustprogress noinline optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind memory(none) }
attributes #4 = { noinline noreturn nounwind uwtable "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #6 = { nobuiltin nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nounwind }
attributes #9 = { noreturn }
attributes #10 = { noreturn nounwind }
attributes #11 = { builtin nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "small.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "cb65a8456d3a538b3f34dcb00fa1d905")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!10 = distinct !DISubprogram(name: "count", linkageName: "_Z5countPK6Animal", scope: !1, file: !1, line: 5, type: !11, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !17)
!11 = !DISubroutineType(types: !12)
!12 = !{!13, !14}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!15 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !16)
!16 = !DICompositeType(tag: DW_TAG_structure_type, name: "Animal", file: !1, line: 2, size: 64, flags: DIFlagFwdDecl | DIFlagNonTrivial)
!17 = !{}
!18 = !DILocalVariable(name: "a", arg: 1, scope: !10, file: !1, line: 5, type: !14)
!19 = !DILocation(line: 5, column: 25, scope: !10)
!20 = !DILocalVariable(name: "bird", scope: !10, file: !1, line: 6, type: !21)
!21 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Bird", file: !1, line: 3, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !22, vtableHolder: !16, identifier: "_ZTS4Bird")
!22 = !{!23, !24}
!23 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !21, baseType: !16, extraData: i32 0)
!24 = !DISubprogram(name: "legs", linkageName: "_ZNK4Bird4legsEv", scope: !21, file: !1, line: 3, type: !25, scopeLine: 3, containingType: !21, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!25 = !DISubroutineType(types: !26)
!26 = !{!13, !27}
!27 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!28 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !21)
!29 = !DILocation(line: 6, column: 8, scope: !10)
!30 = !DILocation(line: 7, column: 16, scope: !31)
!31 = distinct !DILexicalBlock(scope: !10, file: !1, line: 7, column: 7)
!32 = !DILocation(line: 7, column: 19, scope: !31)
!33 = !DILocation(line: 7, column: 43, scope: !31)
!34 = !DILocation(line: 7, column: 28, scope: !31)
!35 = !DILocation(line: 7, column: 26, scope: !31)
!36 = !DILocation(line: 7, column: 9, scope: !31)
!37 = !DILocation(line: 8, column: 1, scope: !31)
!38 = !DILocation(line: 7, column: 52, scope: !31)
!39 = !DILocalVariable(name: "x", scope: !10, file: !1, line: 7, type: !13)
!40 = !DILocation(line: 7, column: 65, scope: !10)
!41 = !DILocation(line: 7, column: 103, scope: !42)
!42 = distinct !DILexicalBlock(scope: !10, file: !1, line: 7, column: 94)
!43 = !DILocation(line: 7, column: 77, scope: !44)
!44 = distinct !DILexicalBlock(scope: !10, file: !1, line: 7, column: 68)
!45 = !DILocation(line: 7, column: 70, scope: !44)
!46 = !DILocation(line: 7, column: 80, scope: !44)
!47 = !DILocation(line: 7, column: 96, scope: !42)
!48 = !DILocation(line: 8, column: 1, scope: !42)
!49 = !DILocation(line: 8, column: 1, scope: !10)
!50 = distinct !DISubprogram(name: "Bird", linkageName: "_ZN4BirdC2Ev", scope: !21, file: !1, line: 3, type: !51, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !54, retainedNodes: !17)
!51 = !DISubroutineType(types: !52)
!52 = !{null, !53}
!53 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!54 = !DISubprogram(name: "Bird", scope: !21, type: !51, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!55 = !DILocalVariable(name: "this", arg: 1, scope: !50, type: !56, flags: DIFlagArtificial | DIFlagObjectPointer)
!56 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64)
!57 = !DILocation(line: 0, scope: !50)
!58 = !DILocation(line: 3, column: 8, scope: !50)
!59 = distinct !DISubprogram(name: "legs", linkageName: "_ZNK4Bird4legsEv", scope: !21, file: !1, line: 3, type: !25, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !24, retainedNodes: !17)
!60 = !DILocalVariable(name: "this", arg: 1, scope: !59, type: !61, flags: DIFlagArtificial | DIFlagObjectPointer)
!61 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 64)
!62 = !DILocation(line: 0, scope: !59)
!63 = !DILocation(line: 3, column: 52, scope: !59)
!64 = distinct !DISubprogram(name: "~Bird", linkageName: "_ZN4BirdD2Ev", scope: !21, file: !1, line: 3, type: !51, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !65, retainedNodes: !17)
!65 = !DISubprogram(name: "~Bird", scope: !21, type: !51, containingType: !21, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!66 = !DILocalVariable(name: "this", arg: 1, scope: !64, type: !56, flags: DIFlagArtificial | DIFlagObjectPointer)
!67 = !DILocation(line: 0, scope: !64)
!68 = !DILocation(line: 3, column: 8, scope: !69)
!69 = distinct !DILexicalBlock(scope: !64, file: !1, line: 3, column: 8)
!70 = !DILocation(line: 3, column: 8, scope: !64)
!71 = distinct !DISubprogram(name: "Animal", linkageName: "_ZN6AnimalC2Ev", scope: !16, file: !1, line: 2, type: !72, scopeLine: 2, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !75, retainedNodes: !17)
!72 = !DISubroutineType(types: !73)
!73 = !{null, !74}
!74 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!75 = !DISubprogram(name: "Animal", scope: !16, type: !72, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!76 = !DILocalVariable(name: "this", arg: 1, scope: !71, type: !77, flags: DIFlagArtificial | DIFlagObjectPointer)
!77 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64)
!78 = !DILocation(line: 0, scope: !71)
!79 = !DILocation(line: 2, column: 8, scope: !71)
!80 = distinct !DISubprogram(name: "~Bird", linkageName: "_ZN4BirdD0Ev", scope: !21, file: !1, line: 3, type: !51, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !65, retainedNodes: !17)
!81 = !DILocalVariable(name: "this", arg: 1, scope: !80, type: !56, flags: DIFlagArtificial | DIFlagObjectPointer)
!82 = !DILocation(line: 0, scope: !80)
!83 = !DILocation(line: 3, column: 8, scope: !80)
