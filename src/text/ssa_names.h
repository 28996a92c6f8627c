#ifndef SHARDFLOW_TEXT_SSA_NAMES_H_
#define SHARDFLOW_TEXT_SSA_NAMES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"

// The names under which values print: %0, %arg1, %c_2, %iterArg.
//
// MLIR numbers a region's own values first, all of its blocks, and then each
// nested region, starting from what the region around it ended with. A name
// that the region or one around it has already is made unique with a number
// of its own count: %c, %c_0, %cst, %cst_1. In the generic form ops have no
// names to give, and the numbers are unique over the whole program.

namespace shardflow::internal {

class SsaNames {
 public:
  // For `root`'s results and everything inside it.
  SsaNames(const Module& m, OpId root, bool generic);

  // Appends "%name" and, for one of several results that share it, "#1".
  void Append(ValueId value, std::string& out) const;
  // Without the number.
  void AppendGroup(ValueId value, std::string& out) const;
  // How many results print under the name of `result`, from it on; 0 if it
  // prints under the name of an earlier one.
  int GroupSize(OpId op, int result) const;

 private:
  // A name is bases_[base] and a number; kNumber has no text, kArg "arg";
  // the others append "_number - 1" unless it is 0.
  enum : uint32_t { kNone, kNumber, kArg, kFirstBase };
  struct Code {
    uint32_t base : 31 = kNone;
    uint32_t many : 1 = 0;  // one of several results: see GroupSize
    uint32_t number = 0;
  };
  struct Context {
    RegionId region;
    uint32_t values = 0, args = 0, conflicts = 0;
    uint64_t used = 0;  // bases that the regions around it use
  };

  void NameRegion(RegionId region, Context& c);
  void NameResults(OpId op, Context& c);
  void SetName(ValueId value, std::string_view name, Context& c);
  void SetNumber(ValueId value, Context& c);
  const Code* Find(ValueId value) const;
  void AppendName(Code code, std::string& out) const;

  const Module& m_;
  const bool generic_;
  std::vector<Code> codes_;
  std::vector<std::string_view> bases_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_SSA_NAMES_H_
