      SUBROUTINE BUBBLE (A, N)
      INTEGER N
      INTEGER A(N)
C     Sorts an array by exchanging neighbours.
      INTEGER I, J, T
      DO 20 J = N-1, 1, -1
        DO 10 I = 1, J
          IF (A(I).GT.A(I+1)) THEN
            T = A(I)
            A(I) = A(I+1)
            A(I+1) = T
          ENDIF
   10   CONTINUE
   20 CONTINUE
      END
