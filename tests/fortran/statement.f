! Statement functions, integer division, ENTRY-free style of numerical FORTRAN 77, REAL and DOUBLE PRECISION.
      PROGRAM STMT
      INTEGER SQUARE, K, I
      DOUBLE PRECISION HORNER, X, C(4), POLY
      SQUARE(K) = K * K
      DATA C /1.5D0, -2.0D0, 0.25D0, 3.0D0/
      PRINT *, SQUARE(7), SQUARE(-3) / 2
      X = 0.5D0
      HORNER = 0.0D0
      DO 10 I = 4, 1, -1
         HORNER = HORNER * X + C(I)
   10 CONTINUE
      PRINT *, INT(HORNER * 1.0D6), INT(POLY(C, 4, 2.0D0) * 1.0D3)
      END

      DOUBLE PRECISION FUNCTION POLY(C, N, X)
      INTEGER N, I
      DOUBLE PRECISION C(*), X
      POLY = 0
      DO 20 I = 1, N
         POLY = POLY + C(I) * X ** (I - 1)
   20 CONTINUE
      END
! expect:  49 4
! expect:  937500 22500
