#ifndef SHARDFLOW_EXPLAIN_VALUE_NAMES_H_
#define SHARDFLOW_EXPLAIN_VALUE_NAMES_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/line_finder.h"
#include "ir/module.h"
#include "shardflow/explain.h"
#include "text/read.h"

// Names values as the program's text does, even after passes have moved, copied
// and wrapped them. A copy has the name of its original, and a data-flow edge
// has the name of its owner.

namespace shardflow::internal {

class ValueNames {
 public:
  // `names` are the names of values in the module's text. If there are none,
  // values get the names that they would be printed with. `m` must outlive this
  // object, but may change. If `gradients` is false, gradients don't get labels
  // such as "grad/params/w".
  ValueNames(const Module& m, std::vector<NamedValues> names,
             bool gradients = true);
  // Gives the same names to the values of a copy of the module, on which
  // further passes may have run. `names` must outlive this object as well.
  ValueNames(const ValueNames& names, const Module& copy);

  struct Found {
    ValueId value;
    NameId function;
    ExplainedPlace place;
  };
  // Returns all values with this name, such as "%5" or "%5#1", in text order.
  std::vector<Found> Find(std::string_view name) const;

  // Returns the names in the text, in order, but at most the first 20,000.
  // Omits names of single results of an op, such as "%5#1".
  std::vector<std::string> Texts() const;

  // Returns the name that the value, or its original, has in the text; "" if
  // neither has one.
  std::string Name(ValueId value) const;
  void AppendName(ValueId value, std::string& out) const;
  // Returns the user's name for the value: for a function's argument, the name
  // in its location; for the gradient of an argument, a name such as
  // "grad/params/w"; for other op results, the name stack without
  // transformations. May be empty.
  std::string LabelOf(ValueId value) const;
  // Describes any value of the module in its current state.
  ExplainedTensor Describe(ValueId value) const;
  // Returns the text that Describe() uses for a value without a name, such as
  // "argument 0 of stablehlo.reduce".
  std::string PlaceName(ValueId value) const;
  ExplainedTensor DescribeMainResult(OpId function, int result) const;
  ExplainedPlace Place(OpId op) const;
  // Returns the line of the input text that names the value or its original; 0
  // if unknown.
  int TextLine(ValueId value) const;
  // From now on, places include all frames of the Python stack.
  void UseAllFrames() { all_frames_ = true; }
  // Returns the value's original in the module as it was read: the value
  // itself, or the value that it was copied from. None if there is none.
  ValueId Original(ValueId value) const;

 private:
  struct Known {
    int32_t name = -1;  // index into names_; -1 if the text doesn't name it
    NameId function;
  };

  // What we recorded about an op when its function was read. Its location
  // identifies it later: its copies, and an op that replaced it, have the same
  // one.
  struct ReadOp {
    int32_t loc = 0;  // Loc::code
    ValueId first_result;
    int32_t result_count = -1;  // -1 if the op wasn't read in a function
  };

  void AddPrintedNames();
  void AddFunction(OpId function);
  ExplainedPlace NamePlace(const NamedValues& name) const;
  ValueId OriginalArg(OpId named_computation, ValueId arg) const;
  // Returns the op that was read with this location: None if there were
  // several, nullopt if there was none.
  std::optional<OpId> ReadWith(Loc loc) const;

  const Module& m_;
  bool all_frames_ = false;
  mutable LineFinder lines_;  // for TextLine
  std::vector<NamedValues> names_;
  std::deque<std::string> printed_;  // names that the text doesn't contain
  std::vector<Known> known_;         // indexed by value
  std::vector<ReadOp> read_ops_;     // indexed by op
  // The ops in read_ops_ by location, or None if several have the same one.
  // Filled on first use, because a program without copies doesn't need it.
  mutable absl::flat_hash_map<int32_t, OpId> by_loc_;
  absl::flat_hash_map<ValueId, std::string> gradients_;  // ops/gradients.h
  // The arguments of functions, by the functions' names.
  absl::flat_hash_map<NameId, std::vector<ValueId>> args_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_EXPLAIN_VALUE_NAMES_H_
