! COMMON blocks, BLOCK DATA, EQUIVALENCE, SAVE and DATA in fixed form.
      PROGRAM COMM
      INTEGER A, B, C(3)
      REAL X
      INTEGER IX
      COMMON /SHARED/ A, B, C
      EQUIVALENCE (X, IX)
      INTEGER I
      A = 1
      DO 10 I = 1, 3
         C(I) = C(I) + I
         CALL ADDER(I)
   10 CONTINUE
      X = 1.0
      PRINT *, A, B, C(1), C(2), C(3)
      PRINT *, IX
      CALL TICK
      CALL TICK
      CALL TICK
      END

      BLOCK DATA INIT
      INTEGER A, B, C(3)
      COMMON /SHARED/ A, B, C
      DATA A, B, C /9, 8, 10, 20, 30/
      END

      SUBROUTINE ADDER(N)
      INTEGER N, A, B, REST(3)
      COMMON /SHARED/ A, B, REST
      A = A + N
      B = B * 2 + REST(1)
      END

      SUBROUTINE TICK
      INTEGER COUNT
      SAVE COUNT
      DATA COUNT /5/
      COUNT = COUNT + 1
      PRINT *, COUNT
      END
! expect:  7 141 11 22 33
! expect:  1065353216
! expect:  6
! expect:  7
! expect:  8
