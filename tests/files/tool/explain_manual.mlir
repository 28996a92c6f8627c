// What is inside of shard_map is what one device has, and a closed sharding
// without axes says so.
// RUN: shardflow explain -p %s --value %inside
// RUN: shardflow explain -p %s --value %arg1 --spec
// RUN: shardflow explain -p %s --name scale
sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>} loc("scale")) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"data"}, {}]>] out_shardings=[<@mesh, [{"data"}, {}]>] manual_axes={"data"} (%part: tensor<4x16xf32>) {
    %inside = stablehlo.tanh %part : tensor<4x16xf32>
    sdy.return %inside : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<16xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}

//# RUN 1
//> %inside : tensor<4x16xf32> in @main  at %s:9:5
//>   manual over "data": a per-device value
//>   note: it is inside of the sdy.manual_computation (shard_map) at %s:8, which is manual over "data": it is a per-device value, and its shape is that of one device's part
//>
//>   why not:
//>     dimension 0, "data": manual here, a per-device value; "model": nothing that shares the dimension has it
//>     dimension 1, "data": manual here, a per-device value; "model": nothing that shares the dimension has it
//# RUN 2
//> scale (%arg1) : tensor<16xf32> in @main  at %s:7:96
//>   P(None)
//>   note: argument 1 of @main has no axes and is closed, as P() is: it says that the tensor is whole on every device. Without it, or with open dimensions (P.UNCONSTRAINED), propagation decides
//>
//>   why not:
//>     dimension 0, "data", "model": closed by argument 1 of @main
//# RUN 3
//> scale (%arg1) : tensor<16xf32> in @main  at %s:7:96
//>   <@mesh, [{}]>
//>   note: argument 1 of @main has no axes and is closed, as P() is: it says that the tensor is whole on every device. Without it, or with open dimensions (P.UNCONSTRAINED), propagation decides
//>
//>   why not:
//>     dimension 0, "data", "model": closed by argument 1 of @main
