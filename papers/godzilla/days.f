      INTEGER FUNCTION DAYS (MONTH1, DAY1, MONTH2, DAY2, YEAR)
      INTEGER MONTH1, DAY1, MONTH2, DAY2, YEAR
C     The number of days between two dates of one year, the second
C     of which is not before the first; -1 if one of them is no date.
      INTEGER LENGTH(12), I
      DO 10 I = 1, 12
        LENGTH(I) = 31
   10 CONTINUE
      LENGTH(4) = 30
      LENGTH(6) = 30
      LENGTH(9) = 30
      LENGTH(11) = 30
      LENGTH(2) = 28
      IF (MOD(YEAR, 4).EQ.0) LENGTH(2) = 29
      IF (MOD(YEAR, 100).EQ.0) LENGTH(2) = 28
      IF (MOD(YEAR, 400).EQ.0) LENGTH(2) = 29
      DAYS = -1
      IF (MONTH1.LT.1.OR.MONTH1.GT.12) RETURN
      IF (MONTH2.LT.MONTH1.OR.MONTH2.GT.12) RETURN
      IF (DAY1.LT.1.OR.DAY1.GT.LENGTH(MONTH1)) RETURN
      IF (DAY2.LT.1.OR.DAY2.GT.LENGTH(MONTH2)) RETURN
      IF (MONTH1.EQ.MONTH2) THEN
        IF (DAY2.GE.DAY1) DAYS = DAY2 - DAY1
        RETURN
      ENDIF
      DAYS = DAY2 + LENGTH(MONTH1) - DAY1
      DO 20 I = MONTH1+1, MONTH2-1
        DAYS = DAYS + LENGTH(I)
   20 CONTINUE
      END
