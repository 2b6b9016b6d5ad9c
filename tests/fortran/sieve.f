! A sieve of Eratosthenes in FORTRAN 77.
      PROGRAM SIEVE
      INTEGER MAXN, I, J, COUNT
      PARAMETER (MAXN = 1000)
      LOGICAL COMPOS(MAXN)
      INTEGER LAST
      DO 10 I = 1, MAXN
         COMPOS(I) = .FALSE.
   10 CONTINUE
      COUNT = 0
      LAST = 0
      DO 30 I = 2, MAXN
         IF (COMPOS(I)) GOTO 30
         COUNT = COUNT + 1
         LAST = I
         DO 20 J = I * I, MAXN, I
            COMPOS(J) = .TRUE.
   20    CONTINUE
   30 CONTINUE
      PRINT *, COUNT, LAST
      END
! expect:  168 997
