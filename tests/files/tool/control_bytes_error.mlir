// The line of an error, and the caret below it.
// RUN: shardflow validate %s
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  [31mred
}

//> %s:4:3: error: unexpected character
//>   \x1B[31mred
//>   ^
//> 1 file, 1 error
// EXIT: 1
