integer function given()
  given = command_argument_count()
end function
