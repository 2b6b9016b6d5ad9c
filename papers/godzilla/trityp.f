      INTEGER FUNCTION TRITYP (I, J, K)
      INTEGER I, J, K
C     The kind of a triangle by the lengths of its sides: 1 scalene,
C     2 isosceles, 3 equilateral, 4 not a triangle.
C     After figure 6 of the paper.
      IF (I.LE.0.OR.J.LE.0.OR.K.LE.0) THEN
        TRITYP = 4
        RETURN
      ENDIF
      TRITYP = 0
      IF (I.EQ.J) TRITYP = TRITYP+1
      IF (I.EQ.K) TRITYP = TRITYP+2
      IF (J.EQ.K) TRITYP = TRITYP+3
      IF (TRITYP.EQ.0) THEN
        IF (I+J.LE.K.OR.J+K.LE.I.OR.I+K.LE.J) THEN
          TRITYP = 4
        ELSE
          TRITYP = 1
        ENDIF
        RETURN
      ENDIF
      IF (TRITYP.GT.3) THEN
        TRITYP = 3
      ELSE IF (TRITYP.EQ.1.AND.I+J.GT.K) THEN
        TRITYP = 2
      ELSE IF (TRITYP.EQ.2.AND.I+K.GT.J) THEN
        TRITYP = 2
      ELSE IF (TRITYP.EQ.3.AND.J+K.GT.I) THEN
        TRITYP = 2
      ELSE
        TRITYP = 4
      ENDIF
      END
