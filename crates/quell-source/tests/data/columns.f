C     Comment line
      PROGRAM MAIN
      INTEGER I, J, K(10)
* another
      DO 10 I = 1, 10
        K(I) = I *
     1    2 + 3
   10 CONTINUE
      IF (I .GT. 5) GOTO 20
      X = 'ABC
     &DEF'                                                              SEQ00010
! bang
      CALL SUB(I,
C     comment inside
     +  J)
   20 RETURN
      IF (I) 20, 20, 20
	X = 1
      END
      SUBROUTINE SUB(A, B)
      A = B
      END SUBROUTINE
