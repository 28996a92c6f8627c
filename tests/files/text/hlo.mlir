// RUN: shardflow propagate -q %s
HloModule jit_f, entry_computation_layout={(f32[8]{0})->f32[8]{0}}

//! %s:2:1: error: this is HLO, not StableHLO; in JAX, print lowered.as_text(); jaxlib converts HLO (docs/jax.md)
//! HloModule jit_f, entry_computation_layout={(f32[8]{0})->f32[8]{0}}
//! ^
// EXIT: 3
