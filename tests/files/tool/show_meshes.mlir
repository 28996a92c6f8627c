// Several meshes are named; a long sharding is cut where it fits, and of many
// pictures the first are drawn.
// RUN: shardflow show --as-is %s
// RUN: shardflow show --as-is %s --arg 1

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8, "d"=2]>
sdy.mesh @long = <["a_long_name_of_an_axis"=2, "another_long_name"=2, "a_third_long_name"=2, "yet_another_long_name"=2]>

func.func @main(
    %x: tensor<8x4x4x8x6xf32> {sdy.sharding = #sdy.sharding<@long, [{"a_long_name_of_an_axis"}, {"another_long_name"}, {"a_third_long_name"}, {"yet_another_long_name"}, {}]>},
    %y: tensor<64x64x2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c"}, {"b"}, {"a"}, {"d"}]>})
    -> tensor<8x4x4x8x6xf32> {
  return %x : tensor<8x4x4x8x6xf32>
}

//# RUN 1
//> mesh @mesh  <["a"=2, "b"=4, "c"=8, "d"=2]>  128 devices
//> mesh @long  <["a_long_name_of_an_axis"=2, "another_long_name"=2, "a_third_long_name"=2, "yet_another_long_name"=2]>  16 devices
//>
//> @main
//>   parameter  type           shard         bytes  sharding
//>   %x         8x4x4x8x6xf32  4x2x2x4x6  1.50 KiB  <@long, [{"a_long_name_of_an_axis"}, {"another_long_name"}, {"a_third_long_name"}, {"yet_another_long_name"}, {}]>
//>   %y         64x64x2x2xf32  8x16x1x1      512 B  <@mesh, [{"c"}, {"b"}, {"a"}, {"d"}]>
//>   in all 2 KiB on each device, of 88 KiB
//>   result  type           shard   bytes  sharding
//>   0       8x4x4x8x6xf32  all    24 KiB  -
//>   in all 24 KiB on each device, of 24 KiB
//# RUN 2
//> %y  tensor<64x64x2x2xf32>  %s:9
//> <@mesh, [{"c"}, {"b"}, {"a"}, {"d"}]>
//> mesh <["a"=2, "b"=4, "c"=8, "d"=2]>
//> each device holds 8x16x1x1, 512 B of 64 KiB
//>
//> rows: dimension 2 over "a"
//> columns: dimension 3 over "d"
//>
//> dimension 0 = 0:8, dimension 1 = 0:16:
//>         0:1   1:2
//>       +-----+-----+
//>   0:1 |  0  |  1  |
//>       +-----+-----+
//>   1:2 | 64  | 65  |
//>       +-----+-----+
//>
//> dimension 0 = 0:8, dimension 1 = 16:32:
//>         0:1   1:2
//>       +-----+-----+
//>   0:1 | 16  | 17  |
//>       +-----+-----+
//>   1:2 | 80  | 81  |
//>       +-----+-----+
//>
//> dimension 0 = 0:8, dimension 1 = 32:48:
//>         0:1   1:2
//>       +-----+-----+
//>   0:1 | 32  | 33  |
//>       +-----+-----+
//>   1:2 | 96  | 97  |
//>       +-----+-----+
//>
//> dimension 0 = 0:8, dimension 1 = 48:64:
//>         0:1   1:2
//>       +-----+-----+
//>   0:1 | 48  | 49  |
//>       +-----+-----+
//>   1:2 | 112 | 113 |
//>       +-----+-----+
//>
//> dimension 0 = 8:16, dimension 1 = 0:16:
//>         0:1   1:2
//>       +-----+-----+
//>   0:1 |  2  |  3  |
//>       +-----+-----+
//>   1:2 | 66  | 67  |
//>       +-----+-----+
//>
//> dimension 0 = 8:16, dimension 1 = 16:32:
//>         0:1   1:2
//>       +-----+-----+
//>   0:1 | 18  | 19  |
//>       +-----+-----+
//>   1:2 | 82  | 83  |
//>       +-----+-----+
//>
//> dimension 0 = 8:16, dimension 1 = 32:48:
//>         0:1   1:2
//>       +-----+-----+
//>   0:1 | 34  | 35  |
//>       +-----+-----+
//>   1:2 | 98  | 99  |
//>       +-----+-----+
//>
//> dimension 0 = 8:16, dimension 1 = 48:64:
//>         0:1   1:2
//>       +-----+-----+
//>   0:1 | 50  | 51  |
//>       +-----+-----+
//>   1:2 | 114 | 115 |
//>       +-----+-----+
//> ... and more parts
