// RUN: shardflow opt %s -split-input-file -allow-unregistered-dialect

// sdy ops that are rejected.

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return %arg0 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"x"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<mesh<["a"=2]>, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", "b"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"b"} (%arg1: tensor<2xf32>) {
    sdy.return %arg1 : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a", "b"}]>] manual_axes={"b"} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", ?}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    %1 = stablehlo.concatenate %arg1, %arg1, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<6xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"b"}]>] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"b"} (%arg1: tensor<1xf32>) {
    sdy.return %arg1 : tensor<1xf32>
  } : (tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"a", "b"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<6xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>, %arg2: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1, %arg1 : tensor<4xf32>, tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a", "a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    %1 = sdy.sharding_constraint %arg1 <@mesh, [{"a"}]> : tensor<4xf32>
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    %1 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}], replicated={"a"}>]>} : tensor<4xf32>
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{"b"}]>] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"a", "b"} (%arg2: tensor<1xf32>) {
      sdy.return %arg2 : tensor<1xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<4xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    %1 = stablehlo.add %arg1, %arg0 : tensor<4xf32>
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>, %arg2: tensor<4xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    %1 = stablehlo.add %arg1, %arg2 : tensor<4xf32>
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy.manual_axes<{}>}> ({
  }) : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy.manual_axes<{}>}> ({
  ^bb0(%arg1: tensor<8xf32>):
    stablehlo.return
  }) : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>]>, out_shardings = #sdy.sharding_per_value<[]>}> ({
  ^bb0(%arg1: tensor<8xf32>):
    sdy.return
  }) : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  "sdy.manual_computation"(%arg0) <{out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy.manual_axes<{}>}> ({
  ^bb0(%arg1: tensor<8xf32>):
    sdy.return
  }) : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  "sdy.manual_computation"(%arg0) <{in_shardings = "x", out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy.manual_axes<{}>}> ({
  ^bb0(%arg1: tensor<8xf32>):
    sdy.return
  }) : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy.manual_axes<{}>}> ({
  ^bb0(%arg1: tensor<8xf32>):
    sdy.return
  }, {
  }) : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy.manual_axes<{}>}> ({
  ^bb0(%arg1: tensor<8xf32>):
    sdy.return
  ^bb1:
    sdy.return
  }) : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy.manual_axes<{}>}> ({
  ^bb0(%arg1: tensor<8xf32>):
  }) : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<8xf32>, %arg2: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<4xf32>) {
    %1 = stablehlo.concatenate %arg1, %arg1, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a"}]>] (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<@mesh, [{"x"}]>] (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.named_computation<"f">(%arg0) out_shardings=[<@mesh, [{"a"}, {}]>] (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.named_computation<"f">(%arg0) out_shardings=[] (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=BOTH : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=SIDEWAYS : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = "sdy.propagation_barrier"(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  sdy.sharding_group %arg0 group_id=-1 : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  "sdy.sharding_group"(%arg0) <{group_id = 1 : i32}> : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  "sdy.sharding_group"(%arg0) : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: !stablehlo.token) {
  sdy.sharding_group %arg0 group_id=0 : !stablehlo.token
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: !stablehlo.token) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : !stablehlo.token
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = "sdy.sharding_constraint"(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = "sdy.sharding_constraint"(%arg0) <{sharding = 1 : i64}> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = "sdy.sharding_constraint"(%arg0, %arg0) <{sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<?xf32>) {
  %0 = sdy.data_flow_edge %arg0 : tensor<?xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  %2 = stablehlo.abs %0 : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.reshard %arg0 <@mesh, [{}]> : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.data_flow_edge %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<?xf32>) {
  %0 = sdy.func_data_flow_edge %arg0 : tensor<?xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.func_data_flow_edge %arg0 : tensor<8xf32>
  %1 = stablehlo.abs %arg0 : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<8xf32>
  %1 = sdy.func_data_flow_edge %0 : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<8xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = sdy.func_data_flow_edge %iterArg : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.constant dense<1.0> : tensor<*xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = "sdy.constant"() <{value = dense<1.0> : tensor<8xf32>}> : () -> tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = "sdy.constant"() : () -> tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = "sdy.constant"() <{value = 1 : i32}> : () -> tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  sdy.return %arg0 : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  "sdy.return"() ({
  }) : () -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = "sdy.constant"(%arg0) <{value = dense<1.0> : tensor<4xf32>}> : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = "sdy.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<?xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: !stablehlo.token) {
  %0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@mesh, []>}> : (!stablehlo.token) -> !stablehlo.token
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: i32) {
  %0 = "sdy.data_flow_edge"(%arg0) : (i32) -> i32
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  "sdy.named_computation"(%arg0) <{name = "f"}> ({
  }) : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.reshard %arg0 <@mesh, [{}]> : tensor<8xf32>
  %1 = "sdy.return"(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"x"} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @main(%arg0: tensor<8xf32>) {
  "sdy.named_computation"(%arg0) <{name = "f"}> ({
  ^bb0(%arg1: tensor<8xf32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<8xf32>) -> ()
  return
}

//! %s:8:5: error: 'sdy.return' op using value defined outside the region
//!     sdy.return %arg0 : tensor<8xf32>
//!     ^
//! %s:7:8: note: required by region isolation constraints
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:17:8: error: 'sdy.manual_computation' op operand shape, corresponding sharding, and region operand shape at index 0 must match. Expected local shape 'tensor<8xf32>', actual local shape 'tensor<4xf32>'
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"x"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:27:8: error: 'sdy.manual_computation' op all in and out shardings must be bound to the same mesh or an empty mesh.
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<mesh<["a"=2]>, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:37:8: error: 'sdy.manual_computation' op operand sharding at index 0 must have all manual axes come before free axes in its dimension sharding at index 0. Saw manual axis "b" after free axis "a"
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", "b"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"b"} (%arg1: tensor<2xf32>) {
//!        ^
//! %s:47:8: error: 'sdy.manual_computation' op result sharding at index 0 must have all manual axes come before free axes in its dimension sharding at index 0. Saw manual axis "b" after free axis "a"
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a", "b"}]>] manual_axes={"b"} (%arg1: tensor<8xf32>) {
//!        ^
//! %s:57:8: error: 'sdy.manual_computation' op operand shape, corresponding sharding, and region operand shape at index 0 must match. Expected local shape 'tensor<4xf32>', actual local shape 'tensor<8xf32>'
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
//!        ^
//! %s:67:8: error: 'sdy.manual_computation' op result shape, corresponding sharding, and region result shape at index 0 must match. Expected local shape 'tensor<4xf32>', actual local shape 'tensor<8xf32>'
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", ?}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:78:8: error: 'sdy.manual_computation' op operand dimension size 6 is not divisible by the manual axes size 4
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"b"}]>] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"b"} (%arg1: tensor<1xf32>) {
//!        ^
//! %s:88:8: error: 'sdy.manual_computation' op result dimension size 6 is not divisible by the manual axes size 4
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"a", "b"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:98:8: error: 'sdy.manual_computation' op operand shardings don't match number of values: 2 shardings vs 1 values
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:108:8: error: 'sdy.manual_computation' op result shardings don't match number of values: 0 shardings vs 1 values
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:118:8: error: 'sdy.manual_computation' op operand shardings don't match number of values: 0 shardings vs 1 values
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:128:8: error: 'sdy.manual_computation' op number of op operands and region operands must match. Op has 1 op operands and 2 region operands
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>, %arg2: tensor<4xf32>) {
//!        ^
//! %s:138:8: error: 'sdy.manual_computation' op number of op results and region results must match. Op has 1 op results and 2 region results
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:148:8: error: 'sdy.manual_computation' op operand - unknown axis name: "x"
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:158:8: error: 'sdy.manual_computation' op result - duplicate axis ref: "a"
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a", "a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:169:10: error: 'sdy.sharding_constraint' op operates on axis "a" which is already bound by a parent sdy.manual_computation op
//!     %1 = sdy.sharding_constraint %arg1 <@mesh, [{"a"}]> : tensor<4xf32>
//!          ^
//! %s:168:8: note: parent bounding this axis as manual
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:180:10: error: 'stablehlo.abs' op result - operates on axis "a" which is already bound by a parent sdy.manual_computation op
//!     %1 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}], replicated={"a"}>]>} : tensor<4xf32>
//!          ^
//! %s:179:8: note: parent bounding this axis as manual
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:191:10: error: 'sdy.manual_computation' op operates on axis "a" which is already bound by a parent sdy.manual_computation op
//!     %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{"b"}]>] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"a", "b"} (%arg2: tensor<1xf32>) {
//!          ^
//! %s:190:8: note: parent bounding this axis as manual
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:203:31: error: use of value '%arg0' expects different type than prior uses: 'tensor<8xf32>' vs 'tensor<4xf32>'
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
//!                               ^
//! %s:202:17: note: prior use here
//! func.func @main(%arg0: tensor<4xf32>) {
//!                 ^
//! %s:215:10: error: 'stablehlo.add' op using value defined outside the region
//!     %1 = stablehlo.add %arg1, %arg2 : tensor<4xf32>
//!          ^
//! %s:214:8: note: required by region isolation constraints
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
//!        ^
//! %s:225:169: error: expected '{'
//!   "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy.manual_axes<{}>}> ({
//!                                                                                                                                                                         ^
//! %s:234:169: error: expected '{'
//!   "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy.manual_axes<{}>}> ({
//!                                                                                                                                                                         ^
//! %s:245:3: error: 'sdy.manual_computation' op requires attribute 'manual_axes'
//!   "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>]>, out_shardings = #sdy.sharding_per_value<[]>}> ({
//!   ^
//! %s:256:112: error: expected '{'
//!   "sdy.manual_computation"(%arg0) <{out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy.manual_axes<{}>}> ({
//!                                                                                                                ^
//! %s:267:132: error: expected '{'
//!   "sdy.manual_computation"(%arg0) <{in_shardings = "x", out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy.manual_axes<{}>}> ({
//!                                                                                                                                    ^
//! %s:278:169: error: expected '{'
//!   "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy.manual_axes<{}>}> ({
//!                                                                                                                                                                         ^
//! %s:290:169: error: expected '{'
//!   "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy.manual_axes<{}>}> ({
//!                                                                                                                                                                         ^
//! %s:303:169: error: expected '{'
//!   "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy.manual_axes<{}>}> ({
//!                                                                                                                                                                         ^
//! %s:313:8: error: 'sdy.named_computation' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'
//!   %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<8xf32>) {
//!        ^
//! %s:313:8: error: 'sdy.named_computation' op failed to infer returned types
//!   %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<8xf32>) {
//!        ^
//! %s:323:8: error: number of block arguments must match the number of operands: 2 != 1
//!   %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<8xf32>, %arg2: tensor<8xf32>) {
//!        ^
//! %s:333:8: error: expected the type of the 0'th block argument to match the type of the corresponding operand: 'tensor<4xf32>' vs 'tensor<8xf32>'
//!   %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<4xf32>) {
//!        ^
//! %s:344:8: error: 'sdy.named_computation' op in_shardings shardings don't match number of values: 2 shardings vs 1 values
//!   %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a"}]>] (%arg1: tensor<8xf32>) {
//!        ^
//! %s:354:8: error: 'sdy.named_computation' op in_shardings - unknown axis name: "x"
//!   %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<@mesh, [{"x"}]>] (%arg1: tensor<8xf32>) {
//!        ^
//! %s:364:8: error: 'sdy.named_computation' op out_shardings - sharding doesn't match tensor rank: 2 != 1
//!   %0 = sdy.named_computation<"f">(%arg0) out_shardings=[<@mesh, [{"a"}, {}]>] (%arg1: tensor<8xf32>) {
//!        ^
//! %s:374:8: error: 'sdy.named_computation' op out_shardings shardings don't match number of values: 0 shardings vs 1 values
//!   %0 = sdy.named_computation<"f">(%arg0) out_shardings=[] (%arg1: tensor<8xf32>) {
//!        ^
//! %s:384:8: error: 'sdy.propagation_barrier' op cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.
//!   %0 = sdy.propagation_barrier %arg0 allowed_direction=BOTH : tensor<8xf32>
//!        ^
//! %s:392:56: error: custom op 'sdy.propagation_barrier' expected string or keyword containing one of the following enum values for attribute 'allowed_direction' [NONE, FORWARD, BACKWARD, BOTH]
//!   %0 = sdy.propagation_barrier %arg0 allowed_direction=SIDEWAYS : tensor<8xf32>
//!                                                        ^
//! %s:400:8: error: 'sdy.propagation_barrier' op requires attribute 'allowed_direction'
//!   %0 = "sdy.propagation_barrier"(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
//! %s:416:3: error: 'sdy.sharding_group' op attribute 'group_id' failed to satisfy constraint: 64-bit signless integer attribute
//!   "sdy.sharding_group"(%arg0) <{group_id = 1 : i32}> : (tensor<8xf32>) -> ()
//!   ^
//! %s:424:3: error: 'sdy.sharding_group' op requires attribute 'group_id'
//!   "sdy.sharding_group"(%arg0) : (tensor<8xf32>) -> ()
//!   ^
//! %s:432:3: error: 'sdy.sharding_group' op operand #0 must be ranked tensor of any non-token type values, but got '!stablehlo.token'
//!   sdy.sharding_group %arg0 group_id=0 : !stablehlo.token
//!   ^
//! %s:440:8: error: 'sdy.sharding_constraint' op non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: '!stablehlo.token', sharding: #sdy.sharding<@mesh, [{"a"}]>
//!   %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : !stablehlo.token
//!        ^
//! %s:448:8: error: 'sdy.sharding_constraint' op requires attribute 'sharding'
//!   %0 = "sdy.sharding_constraint"(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
//! %s:456:8: error: 'sdy.sharding_constraint' op attribute 'sharding' failed to satisfy constraint: Tensor sharding
//!   %0 = "sdy.sharding_constraint"(%arg0) <{sharding = 1 : i64}> : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
//! %s:464:8: error: 'sdy.sharding_constraint' op requires the same type for all operands and results
//!   %0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<8xf32>) -> tensor<4xf32>
//!        ^
//! %s:472:8: error: 'sdy.sharding_constraint' op requires a single operand
//!   %0 = "sdy.sharding_constraint"(%arg0, %arg0) <{sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
//!        ^
//! %s:480:3: error: 'sdy.sharding_constraint' op requires one result
//!   "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<8xf32>) -> ()
//!   ^
//! %s:488:8: error: 'sdy.data_flow_edge' op expected sdy.data_flow_edge to have a static-shaped result. type: 'tensor<?xf32>'
//!   %0 = sdy.data_flow_edge %arg0 : tensor<?xf32>
//!        ^
//! %s:497:8: error: 'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to have a single user
//!   %1 = sdy.data_flow_edge %0 : tensor<8xf32>
//!        ^
//! %s:507:8: error: 'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an sdy.named_computation).
//!   %1 = sdy.data_flow_edge %0 : tensor<8xf32>
//!        ^
//! %s:506:8: note: sdy op defining the input of the sdy.data_flow_edge
//!   %0 = sdy.reshard %arg0 <@mesh, [{}]> : tensor<8xf32>
//!        ^
//! %s:516:8: error: 'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an sdy.named_computation).
//!   %1 = sdy.data_flow_edge %0 : tensor<8xf32>
//!        ^
//! %s:515:8: note: sdy op defining the input of the sdy.data_flow_edge
//!   %0 = sdy.data_flow_edge %arg0 : tensor<8xf32>
//!        ^
//! %s:525:8: error: 'sdy.data_flow_edge' op unknown axis name: "x"
//!   %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x"}]> : tensor<8xf32>
//!        ^
//! %s:533:8: error: 'sdy.func_data_flow_edge' op expected sdy.func_data_flow_edge to have a static-shaped result. type: 'tensor<?xf32>'
//!   %0 = sdy.func_data_flow_edge %arg0 : tensor<?xf32>
//!        ^
//! %s:541:8: error: 'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to have a single user
//!   %0 = sdy.func_data_flow_edge %arg0 : tensor<8xf32>
//!        ^
//! %s:551:8: error: 'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to be a result of call op.
//!   %1 = sdy.func_data_flow_edge %0 : tensor<8xf32>
//!        ^
//! %s:564:10: error: 'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to be a block argument of a func op.
//!     %1 = sdy.func_data_flow_edge %iterArg : tensor<8xf32>
//!          ^
//! %s:574:34: error: elements literal type must have static shape
//!   %0 = sdy.constant dense<1.0> : tensor<*xf32>
//!                                  ^
//! %s:582:8: error: 'sdy.constant' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'
//!   %0 = "sdy.constant"() <{value = dense<1.0> : tensor<8xf32>}> : () -> tensor<4xf32>
//!        ^
//! %s:582:8: error: 'sdy.constant' op failed to infer returned types
//!   %0 = "sdy.constant"() <{value = dense<1.0> : tensor<8xf32>}> : () -> tensor<4xf32>
//!        ^
//! %s:590:8: error: 'sdy.constant' op requires attribute 'value'
//!   %0 = "sdy.constant"() : () -> tensor<4xf32>
//!        ^
//! %s:598:8: error: 'sdy.constant' op attribute 'value' failed to satisfy constraint: constant vector/tensor attribute
//!   %0 = "sdy.constant"() <{value = 1 : i32}> : () -> tensor<4xf32>
//!        ^
//! %s:606:3: error: 'sdy.return' op must be the last operation in the parent block
//!   sdy.return %arg0 : tensor<8xf32>
//!   ^
//! %s:614:3: error: 'sdy.return' op requires zero regions
//!   "sdy.return"() ({
//!   ^
//! %s:623:8: error: 'sdy.constant' op requires zero operands
//!   %0 = "sdy.constant"(%arg0) <{value = dense<1.0> : tensor<4xf32>}> : (tensor<8xf32>) -> tensor<4xf32>
//!        ^
//! %s:631:8: error: 'sdy.constant' op result #0 must be statically shaped tensor of any non-token type values, but got 'tensor<?xf32>'
//!   %0 = "sdy.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<?xf32>
//!        ^
//! %s:647:8: error: 'sdy.data_flow_edge' op operand #0 must be shaped of any non-token type values, but got 'i32'
//!   %0 = "sdy.data_flow_edge"(%arg0) : (i32) -> i32
//!        ^
//! %s:655:3: error: 'sdy.named_computation' op region #0 ('body') failed to verify constraint: region with 1 blocks
//!   "sdy.named_computation"(%arg0) <{name = "f"}> ({
//!   ^
//! %s:665:8: error: 'sdy.return' op requires zero results
//!   %1 = "sdy.return"(%0) : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
//! %s:673:8: error: 'sdy.manual_computation' op unknown manual axis: "x"
//!   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"x"} (%arg1: tensor<8xf32>) {
//!        ^
//! %s:682:3: error: 'sdy.named_computation' op expects regions to end with 'sdy.return', found 'stablehlo.return'
//!   "sdy.named_computation"(%arg0) <{name = "f"}> ({
//!   ^
//! %s:682:3: note: in custom textual format, the absence of terminator implies 'sdy.return'
//!   "sdy.named_computation"(%arg0) <{name = "f"}> ({
//!   ^
// EXIT: 1
