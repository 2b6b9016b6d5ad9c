C     The old form: labels, COMMON, DATA, computed GOTO, FORMAT.
      PROGRAM FIXED
      INTEGER I, J, K, TRITYP, TABLE(5)
      COMMON /SHARED/ COUNT, TOTAL
      INTEGER COUNT
      DOUBLE PRECISION D, TOTAL
      DIMENSION X(10), M(3,2)
      CHARACTER*8 NAME
      LOGICAL FLAG
      DATA TABLE /5, 4, 3, 2, 1/, NAME /'FORTRAN'/
      DATA M /1, 2, 3, 4, 5, 6/
      I = 3
      DO 10 J = 1, 5
        X(J) = J * 1.5
 10   CONTINUE
      WRITE(*,100) I, X(1), X(2)
 100  FORMAT(1X, I5, 2F10.4)
      WRITE(6,110) 'A', 1.0D0, 1.E5
 110  FORMAT(A3, D12.4, E12.3)
      IF (I .EQ. 3) GOTO 20
      STOP 1
 20   CALL SUB(I, X, 5)
      DO 30 K = 1, 4
        GOTO (21, 22, 23), K
        WRITE(*,*) 'FALLS THROUGH'
        GOTO 30
 21     WRITE(*,*) 'ONE'
        GOTO 30
 22     WRITE(*,*) 'TWO'
        GOTO 30
 23     WRITE(*,*) 'THREE'
 30   CONTINUE
      COUNT = 0
      TOTAL = 0D0
      DO 40 I = 1, 10
 40   CALL TALLY(I)
      WRITE(*,120) COUNT, TOTAL, (TABLE(I), I = 1, 5), NAME
 120  FORMAT(I3, F8.2, 5I2, 1X, A)
      WRITE(*,*) ((M(I,J), I = 1, 3), J = 1, 2)
      FLAG = .NOT. (COUNT .GT. 3 .AND. TOTAL .LT. 1D2)
      IF (FLAG) THEN
        WRITE(*,*) 'FLAG', FLAG
      END IF
      IF (COUNT - 10) 50, 60, 70
 50   WRITE(*,*) 'LESS'
      GOTO 80
 60   WRITE(*,*) 'EQUAL'
      GOTO 80
 70   WRITE(*,*) 'MORE'
 80   DO 90 I = 0, 3
      WRITE(*,*) TRITYP(I, 3, 3), TRITYP(3, 4, 5), TRITYP(1, 2, I)
 90   CONTINUE
      D = 2D0 ** 10 + MOD(17, 5) + MAX(1, 2, 3)
      WRITE(*,*) D, INT(-2.7), NINT(2.5), ISIGN(3, -1), IABS(-4)
      STOP
      END

      SUBROUTINE SUB(N, X, M)
      DIMENSION X(M)
      WRITE(*,*) N, (X(I), I=1,M)
      RETURN
      END

      SUBROUTINE TALLY(I)
      COMMON /SHARED/ COUNT, TOTAL
      INTEGER COUNT
      DOUBLE PRECISION TOTAL
      COUNT = COUNT + 1
      TOTAL = TOTAL + I / 2.0D0
      RETURN
      END

      INTEGER FUNCTION TRITYP(I, J, K)
      IF (I .LE. 0 .OR. J .LE. 0 .OR. K .LE. 0) GOTO 500
      TRITYP = 0
      IF (I .EQ. J) TRITYP = TRITYP + 1
      IF (I .EQ. K) TRITYP = TRITYP + 2
      IF (J .EQ. K) TRITYP = TRITYP + 3
      IF (TRITYP .NE. 0) GOTO 100
      IF (I+J .LE. K .OR. J+K .LE. I .OR. I+K .LE. J) GOTO 500
      TRITYP = 1
      RETURN
 100  IF (TRITYP .GT. 3) TRITYP = 3
      IF (TRITYP .EQ. 1 .AND. I+J .GT. K) TRITYP = 2
      RETURN
 500  TRITYP = 4
      RETURN
      END
