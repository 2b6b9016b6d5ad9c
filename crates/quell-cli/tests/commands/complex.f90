! flang describes complex results as integers of 32 bits.
complex(8) function added(a, b)
  complex(8) :: a, b
  added = a + b
end function

complex function halved(a)
  complex :: a
  halved = a / 2
end function
