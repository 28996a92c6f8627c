// RUN: shardflow opt %s -xla-legalize-chlo
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>, %s: tensor<f64>, %h: tensor<4xbf16>) -> (tensor<8xf32>, tensor<f64>, tensor<4xbf16>) {
  %0 = chlo.next_after %x, %y : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  %1 = chlo.next_after %s, %s : tensor<f64>, tensor<f64> -> tensor<f64>
  %2 = chlo.next_after %h, %h : tensor<4xbf16>, tensor<4xbf16> -> tensor<4xbf16>
  return %0, %1, %2 : tensor<8xf32>, tensor<f64>, tensor<4xbf16>
}
