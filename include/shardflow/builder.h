#ifndef SHARDFLOW_BUILDER_H_
#define SHARDFLOW_BUILDER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/handles.h"
#include "shardflow/message.h"
#include "shardflow/program.h"
#include "shardflow/sharding.h"

// Builds a program from C++, without text.
//
//   ProgramBuilder b;
//   b.AddMesh({"mesh", {{"data", 4}, {"model", 2}}});
//   OpRef f = b.AddFunction("main", {"tensor<8x16xf32>", "tensor<16x4xf32>"});
//   ValueRef x = b.Argument(f, 0), w = b.Argument(f, 1);
//   ValueRef y = b.Result(b.AddOp(b.Body(f), {.name = "my.matmul",
//                                             .operands = {x, w},
//                                             .results =
//                                             {"tensor<8x4xf32>"}}));
//   b.Return(f, {y});
//   b.SetSharding(x, ClosedSharding("mesh", {{"data"}, {}}));
//   std::optional<Program> program = b.Finish(messages);
//   Propagate(*program, {.run = {.registry = &ops}}, messages);
//   ProgramView(*program).Sharding(y);
//
// Ops of StableHLO, sdy, func and chlo are added by name, with the attributes
// of their generic form. Ops of any other dialect are yours: an OpRegistry
// (shardflow/extend.h) describes them. The program is the same as if its text
// had been read.
//
// Errors. A wrong call adds a message and returns an empty handle or false.
// Calls with such an empty handle quietly do nothing, so it is enough to check
// what Finish returns. Finish also reports, in MLIR's words, errors that can
// only be found in the whole program (a value used before it is defined, say).
//
// A builder is for one thread at a time; builders are independent.

namespace shardflow {

namespace internal {
struct ProgramBuilderAccess;
}

// A type: as text ("tensor<8x16xf32>", "!stablehlo.token"), or as the shape and
// element type of a tensor.
class SHARDFLOW_EXPORT TypeSpec {
 public:
  TypeSpec(const char* text) : text_(text) {}
  TypeSpec(std::string text) : text_(std::move(text)) {}
  // A size of -1 means that the size isn't fixed; propagation only accepts such
  // tensors with RunOptions::dynamic_shapes. `element` is "f32", "bf16", "i64",
  // "ui8", "complex<f32>", ...
  static TypeSpec Tensor(std::vector<int64_t> shape,
                         std::string element = "f32");

 private:
  friend class ProgramBuilder;
  std::string text_;  // the type or, if `shape_` is set, the element type
  std::optional<std::vector<int64_t>> shape_;
};

// The value of an attribute.
class SHARDFLOW_EXPORT AttributeSpec {
 public:
  // The value in MLIR's notation: "dense<0> : tensor<4xi32>",
  // "#stablehlo.dot<lhs_contracting_dimensions = [1], ...>".
  static AttributeSpec Text(std::string text);
  static AttributeSpec Integer(int64_t value, int width = 64);  // 3 : i64
  static AttributeSpec Bool(bool value);
  static AttributeSpec String(std::string value);  // "value"
  static AttributeSpec Symbol(std::string name);   // @name
  // array<i64: 0, 1>
  static AttributeSpec Integers(std::vector<int64_t> values);

 private:
  friend class ProgramBuilder;
  struct Value;
  explicit AttributeSpec(Value value);
  std::shared_ptr<const Value> value_;
};

struct NamedAttribute {
  std::string name;
  AttributeSpec value;
};

// An op to be added.
struct OpSpecification {
  std::string name;  // "stablehlo.add", "my.matmul"
  std::vector<ValueRef> operands = {};
  std::vector<TypeSpec> results = {};  // types of the results
  std::vector<NamedAttribute> attributes = {};
  int regions = 0;               // AddBlock fills them
  SourceLocation location = {};  // in your own source, for messages
};

class SHARDFLOW_EXPORT ProgramBuilder {
 public:
  ProgramBuilder();
  ProgramBuilder(ProgramBuilder&&) noexcept;
  ProgramBuilder& operator=(ProgramBuilder&&) noexcept;
  ~ProgramBuilder();

  // --- structure

  // Adds a mesh. It must be added before a sharding uses it. Returns false if
  // the mesh is invalid (a name that is already used, an axis of size 0, device
  // ids that are not a permutation).
  bool AddMesh(const MeshInfo& mesh);

  // Adds a function whose body is one block. Propagation starts from "main", or
  // from the only function.
  OpRef AddFunction(std::string_view name,
                    const std::vector<TypeSpec>& arguments,
                    bool is_private = false);
  BlockRef Body(OpRef function);
  // Returns argument `i` of a function, counted from 0.
  ValueRef Argument(OpRef function, int i);
  // Returns argument `i` of a block.
  ValueRef Argument(BlockRef block, int i);

  // Adds an op at the end of the block.
  OpRef AddOp(BlockRef block, const OpSpecification& op);
  ValueRef Result(OpRef op, int i = 0);
  // Adds a block with arguments of these types at the end of a region of `op`;
  // regions count from 0. Ops inside may use values from outside.
  BlockRef AddBlock(OpRef op, int region,
                    const std::vector<TypeSpec>& arguments = {});
  // Ends the body of a function, whose results have the types of `values`.
  OpRef Return(OpRef function, const std::vector<ValueRef>& values);

  // --- annotations. They are checked at once: a sharding must name a known
  // mesh, have the value's rank, and use only axes of the mesh, each at most
  // once. (Axes need not divide the sizes.) A second annotation replaces the
  // first.

  // Sets the sharding of an argument of a function or an sdy.manual_computation
  // (as seen from outside), or of a result of an op; nullopt removes it. If an
  // op has several results, those without a sharding become fully open.
  bool SetSharding(ValueRef value, const std::optional<ShardingInfo>& sharding);
  // Sets the sharding of result `i` of a function. Call Return first.
  bool SetResultSharding(OpRef function, int i, const ShardingInfo& sharding);
  // Sets the priority, at least 0, of a dimension that has axes or is open.
  bool SetPriority(ValueRef value, int dimension, int priority);
  // Adds a value to a sharding group, whose values all get the same sharding.
  bool AddToGroup(ValueRef value, int64_t group);
  // Adds an sdy.sharding_constraint at the end of the block; returns its
  // result.
  ValueRef Constrain(BlockRef block, ValueRef value,
                     const ShardingInfo& sharding);
  enum class Flow { kNone, kForward, kBackward, kBoth };
  // Adds an sdy.propagation_barrier that lets shardings through only in the
  // `allowed` direction. (kBoth, which would be no barrier, is an error.)
  ValueRef Barrier(BlockRef block, ValueRef value, Flow allowed);

  // --- finishing

  // Whether all calls so far were correct; messages() has the errors.
  bool ok() const;
  const std::vector<Message>& messages() const;
  // Returns the verified program, or nullopt after an error. `messages`
  // receives the messages of all calls. The builder then accepts no more calls.
  std::optional<Program> Finish(std::vector<Message>& messages);

 private:
  friend struct internal::ProgramBuilderAccess;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_BUILDER_H_
