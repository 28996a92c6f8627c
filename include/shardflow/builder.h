#ifndef SHARDFLOW_BUILDER_H_
#define SHARDFLOW_BUILDER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
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
// of their generic form. Ops of any other dialect are your own; an OpRegistry
// (shardflow/extend.h) describes them. The resulting program is the same as if
// its text had been read.
//
// Errors. An invalid call adds an error to messages(), and returns an empty
// handle or false. Any later call with that empty handle also fails, but adds
// no further error. It is therefore enough to check what Finish returns. Finish
// also finds errors that only show in the program as a whole (such as a value
// that is used before it is defined), and reports them in MLIR's words.
//
// Only one thread at a time may use a builder; different builders are
// independent.

namespace shardflow {

namespace internal {
struct ProgramBuilderAccess;
}

// A type, given as text, such as "tensor<8x16xf32>" or "!stablehlo.token", or
// as the shape and element type of a tensor.
class SHARDFLOW_EXPORT TypeSpec {
 public:
  TypeSpec(const char* text) : text_(text) {}
  TypeSpec(std::string text) : text_(std::move(text)) {}
  // Makes a tensor type with these sizes, where -1 stands for a dynamic size.
  // Propagation accepts dynamic sizes only if RunOptions::dynamic_shapes is
  // set. `element` is a type such as "f32", "bf16", "i64", "ui8" or
  // "complex<f32>".
  static TypeSpec Tensor(std::vector<int64_t> shape,
                         std::string element = "f32");

 private:
  friend class ProgramBuilder;
  std::string text_;  // the type or, if `shape_` is set, the element type
  std::optional<std::vector<int64_t>> shape_;
};

// The value of an attribute, made by one of the static functions.
class SHARDFLOW_EXPORT AttributeSpec {
 public:
  // Returns a value given in MLIR's notation, such as "dense<0> :
  // tensor<4xi32>" or "#stablehlo.dot<lhs_contracting_dimensions = [1], ...>".
  static AttributeSpec Text(std::string text);
  // Returns an integer such as 3 : i64. `width` is the number of bits, 1 to 64.
  static AttributeSpec Integer(int64_t value, int width = 64);
  static AttributeSpec Bool(bool value);
  static AttributeSpec String(std::string value);  // "value"
  static AttributeSpec Symbol(std::string name);   // @name
  // Returns a list of integers, such as array<i64: 0, 1>.
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

// Describes an op for AddOp.
struct OpSpecification {
  std::string name;  // "stablehlo.add", "my.matmul"
  std::vector<ValueRef> operands = {};
  std::vector<TypeSpec> results = {};  // types of the results
  std::vector<NamedAttribute> attributes = {};
  int regions = 0;               // number of regions; AddBlock fills them
  SourceLocation location = {};  // in your own source, for messages
};

// Handles of types, and of lists of attributes, that a builder has read (see
// ProgramBuilder::Type and ProgramBuilder::Attributes).
struct TypeHandleTag;
struct AttributesHandleTag;
using TypeRef = Handle<TypeHandleTag>;
using AttributesRef = Handle<AttributesHandleTag>;

// An op to be added whose types and attributes the builder has already read. It
// refers to your memory, and adding it allocates only the op. Meant for
// programs with millions of ops: read each type and attribute list once and
// keep the handles.
//
//   const TypeRef t = b.Type("tensor<8x4xf32>");
//   const ValueRef operands[] = {x, w};
//   b.AddInterned(block, {.name = "my.matmul", .operands = operands,
//                         .results = {&t, 1}});
struct InternedOp {
  std::string_view name;
  std::span<const ValueRef> operands = {};
  std::span<const TypeRef> results = {};
  AttributesRef attributes = {};  // empty: none
  int regions = 0;
  const SourceLocation* location = nullptr;  // null: unknown
};

class SHARDFLOW_EXPORT ProgramBuilder {
 public:
  ProgramBuilder();
  ProgramBuilder(ProgramBuilder&&) noexcept;
  ProgramBuilder& operator=(ProgramBuilder&&) noexcept;
  ~ProgramBuilder();

  // --- structure

  // Adds a mesh. Call this before any sharding uses the mesh. Returns false if
  // the mesh is invalid: its name is empty or already used, an axis has size 0,
  // or the device ids aren't a permutation.
  bool AddMesh(const MeshInfo& mesh);

  // Adds a function whose arguments have these types. Its body is one block.
  // Propagation starts from the function "main" or, if there is only one
  // function, from that.
  OpRef AddFunction(std::string_view name,
                    const std::vector<TypeSpec>& arguments,
                    bool is_private = false);
  BlockRef Body(OpRef function);
  // Return argument `i` of a function or of a block, counted from 0.
  ValueRef Argument(OpRef function, int i);
  ValueRef Argument(BlockRef block, int i);

  // Adds an op at the end of the block.
  OpRef AddOp(BlockRef block, const OpSpecification& op);
  // Read a type, or the attributes of an op, for AddInterned. The handles
  // belong to this builder. Equal types have equal handles.
  TypeRef Type(const TypeSpec& type);
  AttributesRef Attributes(const std::vector<NamedAttribute>& attributes);
  // Adds an op at the end of the block, without reading its types and
  // attributes again.
  OpRef AddInterned(BlockRef block, const InternedOp& op);
  // Returns result `i` of the op, counted from 0.
  ValueRef Result(OpRef op, int i = 0);
  // Adds a block with arguments of these types at the end of a region of `op`.
  // Regions count from 0. Ops in the block may use values defined outside the
  // region.
  BlockRef AddBlock(OpRef op, int region,
                    const std::vector<TypeSpec>& arguments = {});
  // Ends the body of a function with a return op, and returns that op. The
  // function's results get the types of `values`.
  OpRef Return(OpRef function, const std::vector<ValueRef>& values);

  // --- annotations
  //
  // Each sharding is checked immediately: it must name a mesh that was added or
  // have a mesh of its own, have the value's rank, and use only axes of its
  // mesh, each at most once. (The number of shards need not divide the size of
  // a dimension.) A second annotation of a value replaces the first.

  // Sets the sharding of an argument of a function, of an argument of an
  // sdy.manual_computation (as seen from outside), or of a result of an op.
  // nullopt removes the sharding. If an op has several results and one of them
  // gets a sharding, the results without a sharding get a fully open one.
  bool SetSharding(ValueRef value, const std::optional<ShardingInfo>& sharding);
  // Sets the sharding of result `i` of a function, counted from 0. Call Return
  // first.
  bool SetResultSharding(OpRef function, int i, const ShardingInfo& sharding);
  // Sets the user priority of a dimension in the sharding of a value. The value
  // must have a sharding, and the dimension must have axes or be open.
  // `priority` is at least 0.
  bool SetPriority(ValueRef value, int dimension, int priority);
  // Adds a value to the sharding group with this number. All values in a group
  // get the same sharding.
  bool AddToGroup(ValueRef value, int64_t group);
  // Adds an sdy.sharding_constraint at the end of the block, and returns its
  // result.
  ValueRef Constrain(BlockRef block, ValueRef value,
                     const ShardingInfo& sharding);
  enum class Flow { kNone, kForward, kBackward, kBoth };
  // Adds an sdy.propagation_barrier at the end of the block, and returns its
  // result. The barrier lets shardings through only in the `allowed` direction.
  // kBoth is an error, because it would be no barrier at all.
  ValueRef Barrier(BlockRef block, ValueRef value, Flow allowed);

  // --- finishing

  // Whether all calls so far were valid. If not, messages() has the errors.
  bool ok() const;
  const std::vector<Message>& messages() const;
  // Verifies and returns the program, or returns nullopt if any call failed.
  // Adds the messages of all calls to `messages`. The builder accepts no calls
  // after this one.
  std::optional<Program> Finish(std::vector<Message>& messages);

 private:
  friend struct internal::ProgramBuilderAccess;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_BUILDER_H_
