#ifndef SHARDFLOW_TEXT_SSA_NAMES_H_
#define SHARDFLOW_TEXT_SSA_NAMES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"

// The names of values in printed programs, such as %0, %arg1, %c_2 and
// %iterArg.
//
// As in MLIR, the values of a region are numbered first, over all of its
// blocks. The values of nested regions follow. Their numbers continue those of
// the enclosing region. If a name is already taken in the region or in an
// enclosing region, a number is appended. All names share one count, as in %c,
// %c_0, %cst, %cst_1. In the generic form, ops don't suggest names, and numbers
// are unique over the whole program.

namespace shardflow::internal {

class SsaNames {
 public:
  // Names the results of `root` and all values inside it.
  SsaNames(const Module& m, OpId root, bool generic);

  // Appends "%name". If several results share the name, also appends the
  // result's number, as in "#1".
  void Append(ValueId value, std::string& out) const;
  // Writes the name, which takes up at most longest() bytes, and returns its
  // end. Returns null if several results share the name.
  char* Write(ValueId value, char* out) const;
  size_t longest() const { return longest_; }
  // Appends the name without "#1".
  void AppendGroup(ValueId value, std::string& out) const;
  // Returns how many results, beginning with `result`, share the name of
  // `result`. Returns 0 if `result` shares the name of an earlier result.
  int GroupSize(OpId op, int result) const;

 private:
  // A name consists of a base and a number. With kNumber, it is only the
  // number; with kArg, it is "arg" and the number. With any other base, it is
  // bases_[base - kFirstBase], followed by "_" and `number` - 1 unless `number`
  // is 0.
  enum : uint32_t { kNone, kNumber, kArg, kFirstBase };
  struct Code {
    uint32_t base : 31 = kNone;
    uint32_t many : 1 = 0;  // whether several results share the name
    uint32_t number = 0;
  };
  struct Context {
    RegionId region;
    uint32_t values = 0, args = 0, conflicts = 0;
    uint64_t used = 0;  // a bit for each base used here or in enclosing regions
  };

  void NameRegion(RegionId region, Context& c);
  void NameResults(OpId op, Context& c);
  void SetName(ValueId value, std::string_view name, Context& c);
  void SetNumber(ValueId value, Context& c);
  const Code* Find(ValueId value) const;
  template <class Place>
  void WriteName(Code code, Place& place) const;
  void AppendName(Code code, std::string& out) const;

  const Module& m_;
  const bool generic_;
  std::vector<Code> codes_;
  std::vector<std::string_view> bases_;
  size_t longest_ = 0;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_SSA_NAMES_H_
