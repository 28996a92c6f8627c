// Private symbols live if something that lives names them, in whatever place.
// RUN: shardflow opt %s -symbol-dce

sdy.mesh @named_in_an_attribute = <["a"=2]> {sym_visibility = "private"}
func.func @main(%arg0: tensor<4xf32> {my.array = [@in_an_array, {inner = @in_a_dictionary}]}) -> tensor<4xf32> attributes {my.sharding = #sdy.sharding<@named_in_an_attribute, [{"a"}]>, my.shardings = #sdy.sharding_per_value<[<@named_in_an_attribute, [{}]>]>} {
  return %arg0 : tensor<4xf32>
}
func.func private @in_an_array()
func.func private @in_a_dictionary() {
  call @in_a_live_one() : () -> ()
  return
}
func.func private @in_a_live_one()
func.func private @in_a_dead_one()
func.func private @dead() {
  call @in_a_dead_one() : () -> ()
  return
}
module @public {
  func.func nested @named_from_outside()
  func.func nested @dead()
  // (From outside it can't be seen.)
  func.func private @private_and_named_from_outside()
  func.func private @named_inside()
  func.func @shown() {
    call @named_inside() : () -> ()
    return
  }
}
// Its public symbols are hidden with it.
"builtin.module"() <{sym_name = "hidden", sym_visibility = "private"}> ({
  func.func @used() {
    return
  }
  func.func @unused() {
    return
  }
}) : () -> ()
func.func @references() attributes {my.path = @public::@named_from_outside, my.private = @public::@private_and_named_from_outside, my.hidden = @hidden::@used} {
  return
}

//> module {
//>   sdy.mesh @named_in_an_attribute = <["a"=2]> {sym_visibility = "private"}
//>   func.func @main(%arg0: tensor<4xf32> {my.array = [@in_an_array, {inner = @in_a_dictionary}]}) -> tensor<4xf32> attributes {my.sharding = #sdy.sharding<@named_in_an_attribute, [{"a"}]>, my.shardings = #sdy.sharding_per_value<[<@named_in_an_attribute, [{}]>]>} {
//>     return %arg0 : tensor<4xf32>
//>   }
//>   func.func private @in_an_array()
//>   func.func private @in_a_dictionary() {
//>     call @in_a_live_one() : () -> ()
//>     return
//>   }
//>   func.func private @in_a_live_one()
//>   module @public {
//>     func.func nested @named_from_outside()
//>     func.func private @named_inside()
//>     func.func @shown() {
//>       call @named_inside() : () -> ()
//>       return
//>     }
//>   }
//>   module @hidden attributes {sym_visibility = "private"} {
//>     func.func @used() {
//>       return
//>     }
//>     func.func @unused() {
//>       return
//>     }
//>   }
//>   func.func @references() attributes {my.hidden = @hidden::@used, my.path = @public::@named_from_outside, my.private = @public::@private_and_named_from_outside} {
//>     return
//>   }
//> }
