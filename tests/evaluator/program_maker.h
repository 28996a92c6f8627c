#ifndef SHARDFLOW_TESTS_EVALUATOR_PROGRAM_MAKER_H_
#define SHARDFLOW_TESTS_EVALUATOR_PROGRAM_MAKER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/random_source.h"

namespace shardflow::internal {

// Writes a random program op by op; the families of ops are spread over several
// files.
class ProgramMaker {
 public:
  explicit ProgramMaker(uint64_t seed);
  std::string Make();

 private:
  using Dims = std::vector<int64_t>;

  enum class Element : uint8_t { kFloat, kInt, kBool };
  struct Value {
    std::string name;
    Dims dims;
    Element element = Element::kFloat;
    // If exact, all elements are integers. No absolute value exceeds `bound`.
    bool exact = true;
    double bound = 4;
    bool used = false;
  };
  struct Axis {
    std::string name;
    int64_t size;
  };
  // A function or a region that ops are being added to.
  struct Scope {
    std::vector<Value> values;
    std::string text;
    int depth = 0;
    // Whether arguments can be added to the main function.
    bool can_add_args = true;
    bool is_manual = false;   // no shardings inside
    bool is_private = false;  // can't use values of enclosing scopes
  };

  // --- text
  static std::string Type(const Dims& dims, Element element);
  static std::string Type(const Value& v) { return Type(v.dims, v.element); }
  static std::string List(const Dims& dims);
  static int64_t Volume(const Dims& dims);
  std::string Fresh();
  void Line(std::string_view text);
  // Writes an op and returns its result; `text` is what follows "= ", with "@@"
  // where attributes go.
  size_t Emit(std::string text, Value result);
  std::string Sharding(const Dims& dims, bool closed_only = false);
  std::string SomeSharding(const Dims& dims);  // " {sdy.sharding = ...}" or ""

  // --- values, as indices into scope().values
  Scope& scope() { return scopes_.back(); }
  Value& At(size_t v) { return scope().values[v]; }
  const std::string& Use(size_t v);
  bool Any(size_t& v, Element element, size_t min_rank, size_t max_rank);
  bool AnyFloat(size_t& v, size_t min_rank = 1, size_t max_rank = 4) {
    return Any(v, Element::kFloat, min_rank, max_rank);
  }
  // Returns a value of this shape: an existing one, a new argument, or a
  // computed one.
  size_t Given(const Dims& dims, Element element);
  size_t NewArgument(const Dims& dims, Element element);
  size_t Constant(const Dims& dims, Element element, int64_t value);
  size_t ScalarInt();
  // Returns `v` or another value of its shape that holds only integers of at
  // most 1024.
  size_t Exact(size_t v);
  size_t Tame(size_t v);  // `v`, or tanh of it if its bound exceeds 8
  int64_t Size();
  Dims Shape(size_t min_rank, size_t max_rank);

  // --- families of ops; false if nothing was written
  using Family = bool (ProgramMaker::*)();
  void Ops(int count);
  bool Unary();  // random_ops.cc
  bool Binary();
  bool CompareSelect();
  bool Clamp();
  bool Convert();
  bool IntOp();
  bool Chlo();
  bool Broadcast();
  bool Transpose();
  bool Reshape();
  bool Slice();
  bool Pad();
  bool Reverse();
  bool Concatenate();
  bool Roll();
  bool Iota();
  bool DenseConstant();
  bool Constraint();
  bool DotGeneral();  // random_contract.cc
  bool Dot();
  bool Reduce();
  bool ArgMax();
  bool ReduceBool();
  bool Convolution();
  bool ReduceWindow();
  bool SelectAndScatter();
  bool Gather();
  bool Scatter();
  bool DynamicSlice();
  bool DynamicUpdateSlice();
  bool Sort();
  bool TopK();
  bool RngBits();
  bool While();  // random_regions.cc
  bool If();
  bool Case();
  bool Call();
  bool Manual();
  bool Barrier();

  std::string Region(std::string_view op, Element element);
  void Branch(const Dims& dims, std::string& text);
  std::string Axes(const std::vector<std::string>& pieces) const;

  RandomSource random_;
  std::vector<Axis> axes_;
  std::vector<int64_t> device_ids_;
  std::vector<int64_t> sizes_;
  int annotated_;  // percent of ops with a sharding
  std::vector<Scope> scopes_;
  std::string functions_;
  std::vector<std::string> arguments_;
  int next_ = 0;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_EVALUATOR_PROGRAM_MAKER_H_
