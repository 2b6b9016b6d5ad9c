      SUBROUTINE GCD (N, A, Z, IGCD)
      INTEGER N, IGCD
      INTEGER A(N), Z(N)
C     The greatest common divisor of the numbers in A, and multipliers
C     Z with which their products add up to it: Euclid's algorithm on
C     one number after the other. Zero if all numbers are zero.
      INTEGER M, I, J, SIGN1, C1, C2, R1, R2, Y1, Y2, Q, T
      DO 10 I = 1, N
        Z(I) = 0
   10 CONTINUE
C     The first number that is not zero.
      M = 1
   20 IF (M.LE.N) THEN
        IF (A(M).EQ.0) THEN
          M = M + 1
          GO TO 20
        ENDIF
      ENDIF
      IF (M.GT.N) THEN
        IGCD = 0
        RETURN
      ENDIF
      SIGN1 = 1
      IF (A(M).LT.0) SIGN1 = -1
      C1 = A(M) * SIGN1
      Z(M) = SIGN1
      DO 80 I = M+1, N
        IF (C1.EQ.1) GO TO 90
        IF (A(I).EQ.0) GO TO 80
        C2 = A(I)
        IF (C2.LT.0) C2 = -C2
C       Y1 and Y2 are the multiples of C1 in R1 and R2.
        R1 = C1
        R2 = C2
        Y1 = 1
        Y2 = 0
   50   IF (R2.NE.0) THEN
          Q = R1 / R2
          T = R1 - Q * R2
          R1 = R2
          R2 = T
          T = Y1 - Q * Y2
          Y1 = Y2
          Y2 = T
          GO TO 50
        ENDIF
        Z(I) = (R1 - Y1 * C1) / A(I)
        DO 70 J = 1, I-1
          Z(J) = Z(J) * Y1
   70   CONTINUE
        C1 = R1
   80 CONTINUE
   90 IGCD = C1
      END
