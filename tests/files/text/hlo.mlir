// RUN: shardflow propagate -q %s
HloModule jit_f, entry_computation_layout={(f32[8]{0})->f32[8]{0}}
