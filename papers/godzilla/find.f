      SUBROUTINE FIND (A, N, F)
      INTEGER N, F
      INTEGER A(N)
C     Rearranges an array so that what is before element F is not
C     greater than it, and what is behind it is not less. After
C     Hoare's Algorithm 65.
      INTEGER M, NS, I, J, R, W
      IF (F.LT.1.OR.F.GT.N) RETURN
      M = 1
      NS = N
   10 IF (M.GE.NS) GO TO 90
        R = A(F)
        I = M
        J = NS
   20   IF (I.GT.J) GO TO 60
   30     IF (A(I).GE.R) GO TO 40
            I = I + 1
            GO TO 30
   40     IF (R.GE.A(J)) GO TO 50
            J = J - 1
            GO TO 40
   50     IF (I.GT.J) GO TO 20
          W = A(I)
          A(I) = A(J)
          A(J) = W
          I = I + 1
          J = J - 1
          GO TO 20
   60   IF (F.LE.J) THEN
          NS = J
        ELSE IF (I.LE.F) THEN
          M = I
        ELSE
          GO TO 90
        ENDIF
        GO TO 10
   90 RETURN
      END
