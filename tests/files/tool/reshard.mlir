// Plans of single reshards, and mistakes of the command line.
// RUN: shardflow reshard --mesh '<["x"=2,"y"=4]>' --shape 16x8xf32 --from '[{"x"},{"y"}]' --to '[{"y"},{}]'
// RUN: shardflow reshard --mesh '<["x"=2,"y"=4]>' --shape 16x8xf32 --from '[{"x"},{"y"}]' --to '[{"y"},{}]' --plan=best
// RUN: shardflow reshard --mesh '<["x"=2,"y"=4]>' --shape 16x8xbf16 --from '[{},{}], unreduced={"y"}' --to '[{"y"},{"x"}]' --format json
// RUN: shardflow reshard --mesh '<["x"=2,"y"=4]>' --shape 16x8xi4 --from '[{"x"},{"y"}]' --to '[{"x"},{}], unreduced={"y"}'
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape 16xf32 --from '[{"x"}]' --to '[{"x"}]'
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape 16xf32 --from '[{"x"}]' --to '[{"q"}]'
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape ?xf32 --from '[{"x"}]' --to '[{}]'
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape 16xf32 --from '[{"x"}]'
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape 16xf32 --from '[{"x"}]' --to '[{}]' --plan=quick
// RUN: shardflow reshard --device 3
// RUN: shardflow reshard --help
