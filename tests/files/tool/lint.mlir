// Findings, as text, JSON and SARIF.
// RUN: shardflow lint %s
// RUN: shardflow lint --allow conflicting-annotations,full-rematerialization --level warning %s
// RUN: shardflow lint --format json --level warning %s
// RUN: shardflow lint --format sarif --allow large-replicated %s
// RUN: shardflow lint --allow no-such-code %s
// RUN: shardflow lint --allow conflicting-annotations,full-rematerialization,unused-axis %s
// RUN: shardflow lint --allow conflicting-annotations@lint.mlir:16,full-rematerialization@lint.mlir,unused-axis@lint.mlir:7 %s

sdy.mesh @mesh = <["data"=4, "model"=2, "spare"=2]>

func.func @main(
    %x: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
    %w: tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<1024x1024xf32>, tensor<8192x8192xf32>) {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {"model"}]> : tensor<1024x1024xf32>
  return %0, %w : tensor<1024x1024xf32>, tensor<8192x8192xf32>
}

//# RUN 1
//> %s:16:8: warning: XLA can't reshard the tensor directly to the required sharding, so it replicates the tensor on every device: 4 MiB [full-rematerialization]
//>   sdy.reshard: add an intermediate sharding, so that each reshard changes one dimension
//> %s:16:8: warning: dimension 0 is annotated in two ways at once: nothing reads the value before it is resharded [conflicting-annotations]
//>   sdy.sharding_constraint: keep one of the two annotations
//> %s:10:1: warning: no annotation uses axis "spare" of the mesh: all 2 devices along it do the same [unused-axis]
//>   sdy.mesh: shard a dimension along it, or make the mesh smaller
//> %s:12:1: note: every device holds all 256 MiB of argument 1 [large-replicated]
//>   argument 1: shard one of its dimensions, unless every device needs the whole tensor
//> 4 findings
// EXIT: 1
//# RUN 2
//> %s:10:1: warning: no annotation uses axis "spare" of the mesh: all 2 devices along it do the same [unused-axis]
//>   sdy.mesh: shard a dimension along it, or make the mesh smaller
//> 1 finding
// EXIT: 1
//# RUN 3
//> {
//>   "format": "shardflow-lint",
//>   "version": 1,
//>   "findings": [
//>     {"code": "full-rematerialization", "level": "warning", "bytes": 4194304, "text": "XLA can't reshard the tensor directly to the required sharding, so it replicates the tensor on every device: 4 MiB", "fix": "add an intermediate sharding, so that each reshard changes one dimension", "op": "sdy.reshard", "file": "%s", "line": 16, "column": 8},
//>     {"code": "conflicting-annotations", "level": "warning", "bytes": 1048576, "text": "dimension 0 is annotated in two ways at once: nothing reads the value before it is resharded", "fix": "keep one of the two annotations", "op": "sdy.sharding_constraint", "file": "%s", "line": 16, "column": 8},
//>     {"code": "unused-axis", "level": "warning", "bytes": 0, "text": "no annotation uses axis \"spare\" of the mesh: all 2 devices along it do the same", "fix": "shard a dimension along it, or make the mesh smaller", "op": "sdy.mesh", "file": "%s", "line": 10, "column": 1}
//>   ]
//> }
// EXIT: 1
//# RUN 4
//> {
//>   "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
//>   "version": "2.1.0",
//>   "runs": [{
//>     "tool": {"driver": {
//>       "name": "shardflow lint",
//>       "version": "0.2.0",
//>       "rules": [
//>         {"id": "conflicting-annotations", "shortDescription": {"text": "A value is annotated in two ways at once."}},
//>         {"id": "donation-mismatch", "shortDescription": {"text": "A result is sharded differently than the argument that is donated to it."}},
//>         {"id": "full-rematerialization", "shortDescription": {"text": "XLA gathers a whole tensor on every device, because it knows no better way."}},
//>         {"id": "gather-then-slice", "shortDescription": {"text": "A tensor is gathered, and little of it is read."}},
//>         {"id": "indivisible-dimension", "shortDescription": {"text": "A dimension is annotated with shards that don't divide it."}},
//>         {"id": "large-constant", "shortDescription": {"text": "A constant is large."}},
//>         {"id": "large-replicated", "shortDescription": {"text": "Every device holds all of a large tensor."}},
//>         {"id": "redundant-annotation", "shortDescription": {"text": "A constraint says what the value is annotated with already."}},
//>         {"id": "reshard-in-loop", "shortDescription": {"text": "The same value is resharded in every round of a loop."}},
//>         {"id": "unused-axis", "shortDescription": {"text": "No annotation uses an axis of the mesh."}}
//>       ]
//>     }},
//>     "results": [
//>       {"ruleId": "full-rematerialization", "level": "warning", "message": {"text": "XLA can't reshard the tensor directly to the required sharding, so it replicates the tensor on every device: 4 MiB; add an intermediate sharding, so that each reshard changes one dimension."}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "%s"}, "region": {"startLine": 16, "startColumn": 8}}}]},
//>       {"ruleId": "conflicting-annotations", "level": "warning", "message": {"text": "dimension 0 is annotated in two ways at once: nothing reads the value before it is resharded; keep one of the two annotations."}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "%s"}, "region": {"startLine": 16, "startColumn": 8}}}]},
//>       {"ruleId": "unused-axis", "level": "warning", "message": {"text": "no annotation uses axis \"spare\" of the mesh: all 2 devices along it do the same; shard a dimension along it, or make the mesh smaller."}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "%s"}, "region": {"startLine": 10, "startColumn": 1}}}]}
//>     ]
//>   }]
//> }
// EXIT: 1
//# RUN 5
//! shardflow: lint: --allow: unknown code 'no-such-code'; the codes are conflicting-annotations, donation-mismatch, full-rematerialization, gather-then-slice, indivisible-dimension, large-constant, large-replicated, redundant-annotation, reshard-in-loop, unused-axis
//! Run with --help for more.
// EXIT: 2
//# RUN 6
//> %s:12:1: note: every device holds all 256 MiB of argument 1 [large-replicated]
//>   argument 1: shard one of its dimensions, unless every device needs the whole tensor
//> 1 finding
//# RUN 7
//> %s:10:1: warning: no annotation uses axis "spare" of the mesh: all 2 devices along it do the same [unused-axis]
//>   sdy.mesh: shard a dimension along it, or make the mesh smaller
//> %s:12:1: note: every device holds all 256 MiB of argument 1 [large-replicated]
//>   argument 1: shard one of its dimensions, unless every device needs the whole tensor
//> 2 findings
// EXIT: 1
