// Where a mesh has too many layouts to look at all of them, the better of two
// plans is taken: the default one, and to gather all and slice again.
// RUN: shardflow opt %s -sdy-reshard-to-collectives=plan=best
// RUN: shardflow opt %s -sdy-reshard-to-collectives

sdy.mesh @large = <["a"=65536, "b"=4, "c"=2]>
sdy.mesh @many = <["p"=2, "q"=4, "r"=2, "s"=2, "t"=2]>
sdy.mesh @turned = <["p"=2, "q"=4, "r"=2, "s"=2, "t"=2], device_ids=[63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]>
sdy.mesh @small = <["a"=2, "b"=4, "c"=2]>

func.func @devices(%arg0: tensor<8x8xcomplex<f64>> {sdy.sharding = #sdy.sharding<@large, [{"b"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@large, [{"b"}, {"c"}]>}) -> (tensor<8x8xcomplex<f64>>, tensor<8x8xcomplex<f64>>, tensor<8x8xf32>) {
  %0 = sdy.reshard %arg0 <@large, [{"b":(1)2, "c"}, {}]> : tensor<8x8xcomplex<f64>>
  %1 = sdy.reshard %arg0 <@large, [{"b":(1)2}, {"b":(2)2}]> : tensor<8x8xcomplex<f64>>
  %2 = sdy.reshard %arg1 <@large, [{"c"}, {"b"}]> : tensor<8x8xf32>
  return %0, %1, %2 : tensor<8x8xcomplex<f64>>, tensor<8x8xcomplex<f64>>, tensor<8x8xf32>
}
// What an element takes decides nothing here, but any type has to have a size.
func.func @types(%arg0: tensor<8x8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@small, [{"b"}, {}]>}, %arg1: tensor<8x8xi4> {sdy.sharding = #sdy.sharding<@small, [{"b"}, {}]>}, %arg2: tensor<8x8xindex> {sdy.sharding = #sdy.sharding<@small, [{"b"}, {}]>}) -> (tensor<8x8xcomplex<f32>>, tensor<8x8xi4>, tensor<8x8xindex>) {
  %0 = sdy.reshard %arg0 <@small, [{"c"}, {"b"}]> : tensor<8x8xcomplex<f32>>
  %1 = sdy.reshard %arg1 <@small, [{"c"}, {"b"}]> : tensor<8x8xi4>
  %2 = sdy.reshard %arg2 <@small, [{"c"}, {"b"}]> : tensor<8x8xindex>
  return %0, %1, %2 : tensor<8x8xcomplex<f32>>, tensor<8x8xi4>, tensor<8x8xindex>
}
func.func @other_order(%arg0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@many, [{"p", "q"}, {"r"}, {}]>}) -> (tensor<8x8x8xf32>, tensor<8x8x8xf32>) {
  %0 = sdy.reshard %arg0 <@turned, [{"p", "q":(1)2}, {"s"}, {"t"}]> : tensor<8x8x8xf32>
  %1 = sdy.reshard %arg0 <@turned, [{"p", "q"}, {"r"}, {}]> : tensor<8x8x8xf32>
  return %0, %1 : tensor<8x8x8xf32>, tensor<8x8x8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @large = <["a"=65536, "b"=4, "c"=2]>
//>   sdy.mesh @many = <["p"=2, "q"=4, "r"=2, "s"=2, "t"=2]>
//>   sdy.mesh @turned = <["p"=2, "q"=4, "r"=2, "s"=2, "t"=2], device_ids=[63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]>
//>   sdy.mesh @small = <["a"=2, "b"=4, "c"=2]>
//>   func.func @devices(%arg0: tensor<8x8xcomplex<f64>> {sdy.sharding = #sdy.sharding<@large, [{"b"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@large, [{"b"}, {"c"}]>}) -> (tensor<8x8xcomplex<f64>>, tensor<8x8xcomplex<f64>>, tensor<8x8xf32>) {
//>     %0 = sdy.collective_permute %arg0 out_sharding=<@large, [{"b":(1)2, "c"}, {}]> : tensor<8x8xcomplex<f64>>
//>     %1 = sdy.all_to_all [{"b":(2)2}: 0->1] %arg0 out_sharding=<@large, [{"b":(1)2}, {"b":(2)2}]> : tensor<8x8xcomplex<f64>>
//>     %2 = sdy.collective_permute %arg1 out_sharding=<@large, [{"c", "b":(2)2}, {"b":(1)2}]> : tensor<8x8xf32>
//>     %3 = sdy.all_to_all [{"b":(2)2}: 0->1] %2 out_sharding=<@large, [{"c"}, {"b"}]> : tensor<8x8xf32>
//>     return %0, %1, %3 : tensor<8x8xcomplex<f64>>, tensor<8x8xcomplex<f64>>, tensor<8x8xf32>
//>   }
//>   func.func @types(%arg0: tensor<8x8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@small, [{"b"}, {}]>}, %arg1: tensor<8x8xi4> {sdy.sharding = #sdy.sharding<@small, [{"b"}, {}]>}, %arg2: tensor<8x8xindex> {sdy.sharding = #sdy.sharding<@small, [{"b"}, {}]>}) -> (tensor<8x8xcomplex<f32>>, tensor<8x8xi4>, tensor<8x8xindex>) {
//>     %0 = sdy.all_slice [{}, {"a", "c"}] %arg0 out_sharding=<@small, [{"b"}, {"a", "c"}]> : tensor<8x8xcomplex<f32>>
//>     %1 = sdy.collective_permute %0 out_sharding=<@small, [{"c", "a"}, {"b"}]> : tensor<8x8xcomplex<f32>>
//>     %2 = sdy.all_gather [{"a"}, {}] %1 out_sharding=<@small, [{"c"}, {"b"}]> : tensor<8x8xcomplex<f32>>
//>     %3 = sdy.all_slice [{}, {"a", "c"}] %arg1 out_sharding=<@small, [{"b"}, {"a", "c"}]> : tensor<8x8xi4>
//>     %4 = sdy.collective_permute %3 out_sharding=<@small, [{"c", "a"}, {"b"}]> : tensor<8x8xi4>
//>     %5 = sdy.all_gather [{"a"}, {}] %4 out_sharding=<@small, [{"c"}, {"b"}]> : tensor<8x8xi4>
//>     %6 = sdy.all_slice [{}, {"a", "c"}] %arg2 out_sharding=<@small, [{"b"}, {"a", "c"}]> : tensor<8x8xindex>
//>     %7 = sdy.collective_permute %6 out_sharding=<@small, [{"c", "a"}, {"b"}]> : tensor<8x8xindex>
//>     %8 = sdy.all_gather [{"a"}, {}] %7 out_sharding=<@small, [{"c"}, {"b"}]> : tensor<8x8xindex>
//>     return %2, %5, %8 : tensor<8x8xcomplex<f32>>, tensor<8x8xi4>, tensor<8x8xindex>
//>   }
//>   func.func @other_order(%arg0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@many, [{"p", "q"}, {"r"}, {}]>}) -> (tensor<8x8x8xf32>, tensor<8x8x8xf32>) {
//>     %0 = sdy.all_slice [{}, {}, {"t"}] %arg0 out_sharding=<@many, [{"p", "q"}, {"r"}, {"t"}]> : tensor<8x8x8xf32>
//>     %1 = sdy.collective_permute %0 out_sharding=<@turned, [{"p", "q"}, {"s"}, {"t"}]> : tensor<8x8x8xf32>
//>     %2 = sdy.all_gather [{"q":(2)2}, {}, {}] %1 out_sharding=<@turned, [{"p", "q":(1)2}, {"s"}, {"t"}]> : tensor<8x8x8xf32>
//>     %3 = sdy.collective_permute %arg0 out_sharding=<@turned, [{"p", "q"}, {"r"}, {}]> : tensor<8x8x8xf32>
//>     return %2, %3 : tensor<8x8x8xf32>, tensor<8x8x8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @large = <["a"=65536, "b"=4, "c"=2]>
//>   sdy.mesh @many = <["p"=2, "q"=4, "r"=2, "s"=2, "t"=2]>
//>   sdy.mesh @turned = <["p"=2, "q"=4, "r"=2, "s"=2, "t"=2], device_ids=[63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]>
//>   sdy.mesh @small = <["a"=2, "b"=4, "c"=2]>
//>   func.func @devices(%arg0: tensor<8x8xcomplex<f64>> {sdy.sharding = #sdy.sharding<@large, [{"b"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@large, [{"b"}, {"c"}]>}) -> (tensor<8x8xcomplex<f64>>, tensor<8x8xcomplex<f64>>, tensor<8x8xf32>) {
//>     %0 = sdy.collective_permute %arg0 out_sharding=<@large, [{"b":(1)2, "c"}, {}]> : tensor<8x8xcomplex<f64>>
//>     %1 = sdy.all_to_all [{"b":(2)2}: 0->1] %arg0 out_sharding=<@large, [{"b":(1)2}, {"b":(2)2}]> : tensor<8x8xcomplex<f64>>
//>     %2 = sdy.collective_permute %arg1 out_sharding=<@large, [{"c", "b":(2)2}, {"b":(1)2}]> : tensor<8x8xf32>
//>     %3 = sdy.all_to_all [{"b":(2)2}: 0->1] %2 out_sharding=<@large, [{"c"}, {"b"}]> : tensor<8x8xf32>
//>     return %0, %1, %3 : tensor<8x8xcomplex<f64>>, tensor<8x8xcomplex<f64>>, tensor<8x8xf32>
//>   }
//>   func.func @types(%arg0: tensor<8x8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@small, [{"b"}, {}]>}, %arg1: tensor<8x8xi4> {sdy.sharding = #sdy.sharding<@small, [{"b"}, {}]>}, %arg2: tensor<8x8xindex> {sdy.sharding = #sdy.sharding<@small, [{"b"}, {}]>}) -> (tensor<8x8xcomplex<f32>>, tensor<8x8xi4>, tensor<8x8xindex>) {
//>     %0 = sdy.all_slice [{}, {"c"}] %arg0 out_sharding=<@small, [{"b"}, {"c"}]> : tensor<8x8xcomplex<f32>>
//>     %1 = sdy.collective_permute %0 out_sharding=<@small, [{"c", "b":(2)2}, {"b":(1)2}]> : tensor<8x8xcomplex<f32>>
//>     %2 = sdy.all_to_all [{"b":(2)2}: 0->1] %1 out_sharding=<@small, [{"c"}, {"b"}]> : tensor<8x8xcomplex<f32>>
//>     %3 = sdy.all_slice [{}, {"c"}] %arg1 out_sharding=<@small, [{"b"}, {"c"}]> : tensor<8x8xi4>
//>     %4 = sdy.collective_permute %3 out_sharding=<@small, [{"c", "b":(2)2}, {"b":(1)2}]> : tensor<8x8xi4>
//>     %5 = sdy.all_to_all [{"b":(2)2}: 0->1] %4 out_sharding=<@small, [{"c"}, {"b"}]> : tensor<8x8xi4>
//>     %6 = sdy.all_slice [{}, {"c"}] %arg2 out_sharding=<@small, [{"b"}, {"c"}]> : tensor<8x8xindex>
//>     %7 = sdy.collective_permute %6 out_sharding=<@small, [{"c", "b":(2)2}, {"b":(1)2}]> : tensor<8x8xindex>
//>     %8 = sdy.all_to_all [{"b":(2)2}: 0->1] %7 out_sharding=<@small, [{"c"}, {"b"}]> : tensor<8x8xindex>
//>     return %2, %5, %8 : tensor<8x8xcomplex<f32>>, tensor<8x8xi4>, tensor<8x8xindex>
//>   }
//>   func.func @other_order(%arg0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@many, [{"p", "q"}, {"r"}, {}]>}) -> (tensor<8x8x8xf32>, tensor<8x8x8xf32>) {
//>     %0 = sdy.all_slice [{}, {}, {"t"}] %arg0 out_sharding=<@many, [{"p", "q"}, {"r"}, {"t"}]> : tensor<8x8x8xf32>
//>     %1 = sdy.collective_permute %0 out_sharding=<@turned, [{"p", "q"}, {"s"}, {"t"}]> : tensor<8x8x8xf32>
//>     %2 = sdy.all_gather [{"q":(2)2}, {}, {}] %1 out_sharding=<@turned, [{"p", "q":(1)2}, {"s"}, {"t"}]> : tensor<8x8x8xf32>
//>     %3 = sdy.collective_permute %arg0 out_sharding=<@turned, [{"p", "q"}, {"r"}, {}]> : tensor<8x8x8xf32>
//>     return %2, %3 : tensor<8x8x8xf32>, tensor<8x8x8xf32>
//>   }
//> }
