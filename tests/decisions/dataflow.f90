! criteria: DUC,ADC,AUC
integer function summed(a, b)
!~ ADC 25-26 the parameter a reaches a use (1 of 1); 28-29 the parameter b reaches a use (1 of 1)
!~ AUC 25-26 the parameter a reaches its use (1 of 1); 28-29 the parameter b reaches its use (1 of 1)
  integer, intent(in) :: a
  integer, intent(inout) :: b
  integer :: n, k
  n = 0
!~ ADC 3-8 n = 0 at 8:3 reaches a use (3 of 3)
!~ AUC 3-8 n = 0 at 8:3 reaches each of its 3 uses (1 of 3)
  k = a
!~ ADC 3-8 k = a at 11:3 reaches a use (3 of 3)
!~ AUC 3-8 k = a at 11:3 reaches each of its 3 uses (1 of 3)
!~ DUC 7-8 the parameter a reaches a at 11:7
  do while (k > 0)
!~ DUC 13-14 k = a at 11:3 reaches k at 15:13; 13-14 k = k - 1 at 25:5 reaches k at 15:13
    n = n + k
!~ ADC 5-14 n = n + k at 17:5 reaches a use (4 of 4)
!~ AUC 5-14 n = n + k at 17:5 reaches each of its 4 uses (1 of 4)
!~ DUC 9-10 n = 0 at 8:3 reaches n at 17:9; 9-10 n = n + k at 17:5 reaches n at 17:9; 9-10 n = 1 at 21:28 reaches n at 17:9; 13-14 k = a at 11:3 reaches k at 17:13; 13-14 k = k - 1 at 25:5 reaches k at 17:13
    if (n > 3 .and. b < 2) n = 1
!~ ADC 28-33 n = 1 at 21:28 reaches a use (3 of 3)
!~ AUC 28-33 n = 1 at 21:28 reaches each of its 3 uses (1 of 3)
!~ DUC 9-10 n = n + k at 17:5 reaches n at 21:9; 21-22 the parameter b reaches b at 21:21
    k = k - 1
!~ ADC 5-14 k = k - 1 at 25:5 reaches a use (3 of 3)
!~ AUC 5-14 k = k - 1 at 25:5 reaches each of its 3 uses (1 of 3)
!~ DUC 9-10 k = a at 11:3 reaches k at 25:9; 9-10 k = k - 1 at 25:5 reaches k at 25:9
  end do
  b = n
!~ ADC 3-8 b = n at 30:3 reaches a use (1 of 1)
!~ AUC 3-8 b = n at 30:3 reaches its use (1 of 1)
!~ DUC 7-8 n = 0 at 8:3 reaches n at 30:7; 7-8 n = n + k at 17:5 reaches n at 30:7; 7-8 n = 1 at 21:28 reaches n at 30:7
  summed = n + b
!~ DUC 12-13 n = 0 at 8:3 reaches n at 34:12; 12-13 n = n + k at 17:5 reaches n at 34:12; 12-13 n = 1 at 21:28 reaches n at 34:12; 16-17 b = n at 30:3 reaches b at 34:16
!~ without DUC 3 it is not certain which code of the text assigns and reads `summed`
end function

integer function counted(a)
!~ ADC 26-27 the parameter a reaches a use (1 of 1)
!~ AUC 26-27 the parameter a reaches its use (1 of 1)
  integer, intent(in) :: a
  integer :: i, n
!~ without DUC 14 it is not certain which code of the text assigns and reads `i`
  n = 1
!~ ADC 3-8 n = 1 at 45:3 reaches a use (2 of 2)
!~ AUC 3-8 n = 1 at 45:3 reaches each of its 2 uses (1 of 2)
  do i = 1, a
!~ DUC 13-14 the parameter a reaches a at 48:13
    n = n * i
!~ ADC 5-14 n = n * i at 50:5 reaches a use (2 of 2)
!~ AUC 5-14 n = n * i at 50:5 reaches each of its 2 uses (1 of 2)
!~ DUC 9-10 n = 1 at 45:3 reaches n at 50:9; 9-10 n = n * i at 50:5 reaches n at 50:9
  end do
  counted = n
!~ DUC 13-14 n = 1 at 45:3 reaches n at 55:13; 13-14 n = n * i at 50:5 reaches n at 55:13
!~ without DUC 3 it is not certain which code of the text assigns and reads `counted`
end function
