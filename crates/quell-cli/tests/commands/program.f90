program writes_a_file
  open (unit=10, file='never-written.txt', form='unformatted', access='stream')
  write (10) 1
  close (10)
end program
