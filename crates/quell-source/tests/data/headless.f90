integer :: i
i = 1 ; call f(i) ! no program statement
if (i >= 2) &
  & i = i &
    - 1
end
