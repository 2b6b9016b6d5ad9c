! Control flow of old: arithmetic IF, computed GOTO, labelled loops, several returns.
      PROGRAM FLOW
      INTEGER N, KIND, SIGNUM
      DO 100 N = -2, 2
         PRINT *, N, SIGNUM(N)
  100 CONTINUE
      DO 200 N = 0, 4
         GOTO (10, 20, 30), N
         KIND = 0
         GOTO 40
   10    KIND = 11
         GOTO 40
   20    KIND = 22
         GOTO 40
   30    KIND = 33
   40    PRINT *, N, KIND
  200 CONTINUE
      N = 0
   50 N = N + 3
      IF (N .LT. 20) GOTO 50
      PRINT *, N
      END

      INTEGER FUNCTION SIGNUM(N)
      INTEGER N
      IF (N) 1, 2, 3
    1 SIGNUM = -1
      RETURN
    2 SIGNUM = 0
      RETURN
    3 SIGNUM = 1
      END
! expect:  -2 -1
! expect:  -1 -1
! expect:  0 0
! expect:  1 1
! expect:  2 1
! expect:  0 0
! expect:  1 11
! expect:  2 22
! expect:  3 33
! expect:  4 0
! expect:  21
