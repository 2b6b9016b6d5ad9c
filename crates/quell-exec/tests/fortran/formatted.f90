! Formatted output with every edit descriptor.
program formatted
  implicit none
  integer :: i
  real :: x
  real(8) :: y
  complex :: z
  character(len=20) :: line
  character(len=30) :: fmt
  x = 0.5
  print '(F8.3,F0.3,F5.3,F4.3,F3.1,F0.1,F0.0,F5.0)', x, x, x, x, x, 0.0, 3.0, 2.5
  print '(F8.3,F8.3,F8.3,F8.3,F3.3)', -0.0, -0.0001, 12345678.0, -0.5, -0.5
  print '(E12.4,E12.4E3,E12.4E4,ES12.4,EN12.4,D12.4)', 12345.678, 12345.678, 12345.678, 12345.678, 12345.678, 12345.678d0
  print '(1PE12.4,0PF8.2,2PE12.4,-1PE12.4,1PF8.2,0P,E12.4)', 12345.678, 1.0, 12345.678, 12345.678, 1.0, 0.0
  print '(E10.2,E12.3,E9.2,E8.2,E7.2)', 1d100, 1d-200, 1e-5, 1.0, 1.0
  print '(ES10.2,ES10.2,EN12.3,EN12.3,EN12.3,EN12.3)', 0.00123, 9.999e9, 0.00123, 999.9996, 1e-7, 0.0
  print '(G12.4,G12.4,G12.4,G12.4,G12.4)', 0.5, 12345.6, 0.01, 123456789.0, 0.0
  print '(G0,1X,G0,1X,G0,1X,G0,1X,G0)', 3.5, 7, 'abc', .true., 0.1d0
  print '(G10.3,G10.3,G8.1,G6.1)', 99.95, 999.5, 5, .false.
  print '(I0,1X,I5.3,I2,SP,I5,S,I5,SS,I3,I4.0)', 42, 7, 12345, 8, 9, 1, 0
  print '(SP,F6.1,E10.2,I0)', 1.0, 2.0, 5
  print '(A5,A2,A,L3,L1,L2)', 'abc', 'defg', 'hi', .true., .false., .true.
  print '(2(I2,","),I3)', 1, 2, 3
  print '(I3)', 1, 2, 3
  print '("x",3(I2,:,","))', 1, 2
  print '("x",3(I2,:,","),"end")', 1, 2, 3
  print '(I3,T10,I3,TL5,A,TR2,A)', 1, 2, 'ab', 'c'
  print '(I3,/,I3,2X,I3,//,I1)', 1, 2, 3, 4
  print '(Z8,O8,B10,Z0,Z4.4,B8.4)', 255, 8, 5, -1, 10, 3
  print '(3(F6.2,1X))', 1.0, 2.0, 3.0, 4.0
  print '(I2,2(F5.1,A))', 1, 2.0, 'a', 3.0, 'b', 4.0, 'c'
  print '(*(I0,","))', 1, 2, 3
  print "('it''s',1X,A)", 'ok'
  print '(F6.2,I3,E5.2)', 1d300, 12345, 1.0
  print '(5HHELLO,I2)', 3
  z = (1.0, -2.0)
  print '(2F6.2,F8.3)', z, 3.0
  print '(F8.2,E12.3,I5)', 1.0 / (x - 0.5), sqrt(-x), 3
  y = 1d0 / 3d0
  print '(F20.15,F25.20,E25.17)', y, y, y
  do i = -3, 6
    print '(F10.2,1X,ES10.3,1X,G11.4,1X,F0.2)', 7.125 * 10.0**i, 7.125 * 10.0**i, 7.125 * 10.0**i, 7.125 * 10.0**i
  end do
  print '(F4.1,F4.1,F4.1,F4.1,F5.2,F5.2)', 0.25, 0.35, 0.45, 9.95, 0.125, 0.375
  write (*, '(A)', advance='no') 'abc'
  write (*, '(A)', advance='no') 'def'
  write (*, *) 'ghi'
  write (line, '(I5,A,F6.2)') 42, ';', 2.5
  print '(A)', '[' // line // ']'
  write (line, *) 7, 'x'
  print '(A)', '[' // line // ']'
  write (fmt, '(A,I0,A)') '(I', 6, ')'
  print fmt, 123
  print 100, 1, 2.0, 'three'
100 format(1X, I4, F7.2, A8)
  write (*, '(A)', advance='no') 'no line feed'
end program
