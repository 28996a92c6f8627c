#include "text/ssa_names.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "ops/op_def.h"

namespace shardflow::internal {
namespace {

constexpr size_t kMostDigits = 10;

// The two destinations to which a name can be written: a sufficiently long
// buffer, and a string.
struct Room {
  char* end;
  void Char(char c) { *end++ = c; }
  void Text(std::string_view text) {
    end = std::copy(text.begin(), text.end(), end);
  }
  void Number(uint32_t number) {
    end = std::to_chars(end, end + kMostDigits, number).ptr;
  }
};
struct StringEnd {
  std::string& out;
  void Char(char c) { out.push_back(c); }
  void Text(std::string_view text) { out.append(text); }
  void Number(uint32_t number) {
    std::array<char, kMostDigits> buffer;
    Room room{buffer.data()};
    room.Number(number);
    out.append(buffer.data(), room.end);
  }
};

// Returns the maximum length of a name with this base, as in "%base_12".
size_t LengthWith(std::string_view base) {
  return base.size() + 2 + kMostDigits;
}

}  // namespace

SsaNames::SsaNames(const Module& m, OpId root, bool generic)
    : m_(m),
      generic_(generic),
      codes_(m.value_table_size()),
      longest_(LengthWith("arg")) {
  Context c;
  NameResults(root, c);
  std::vector<Context> stack;
  const auto push_regions = [&](OpId op) {
    for (int i = 0; i < m.region_count(op); ++i) {
      c.region = m.region(op, i);
      stack.push_back(c);
    }
  };
  push_regions(root);
  while (!stack.empty()) {
    const Context next = stack.back();
    stack.pop_back();
    if (generic) {
      // The counts aren't reset, so that no number is used twice.
      c.region = next.region;
    } else {
      c = next;
    }
    const RegionId region = c.region;
    NameRegion(region, c);
    for (BlockId block : m.Blocks(region)) {
      for (OpId op : m.Ops(block)) {
        if (m.region_count(op) > 0) push_regions(op);
      }
    }
  }
}

void SsaNames::NameRegion(RegionId region, Context& c) {
  const OpId parent = m_.region_row(region).parent;
  const ValueNameFn arg_name =
      generic_ ? nullptr : Def(m_.kind(parent)).arg_name;
  const BlockId entry = m_.first_block(region);
  if (arg_name != nullptr && entry) {
    int index = 0;
    for (ValueId arg : m_.args(entry)) {
      SetName(arg, arg_name(m_, parent, index++), c);
    }
  }
  for (BlockId block : m_.Blocks(region)) {
    for (ValueId arg : m_.args(block)) {
      Code& code = codes_[arg.Slot()];
      if (code.base != kNone) continue;
      if (block == entry) {
        code = {.base = kArg, .number = c.args++};
      } else {
        SetNumber(arg, c);
      }
    }
    for (OpId op : m_.Ops(block)) NameResults(op, c);
  }
}

void SsaNames::NameResults(OpId op, Context& c) {
  const int count = m_.result_count(op);
  if (count == 0) return;
  if (!generic_) {
    const OpDef& def = Def(m_.kind(op));
    if (!def.result_names.empty()) {
      for (int i = 0; i < count; ++i) {
        const auto slot = static_cast<size_t>(i);
        if (slot >= def.result_names.size()) break;
        SetName(m_.result(op, i), def.result_names[slot], c);
      }
    } else if (def.result_name != nullptr) {
      for (int i = 0; i < count; ++i) {
        const std::string_view name = def.result_name(m_, op, i);
        if (!name.empty()) SetName(m_.result(op, i), name, c);
      }
    }
  }
  const ValueId first = m_.result(op, 0);
  if (codes_[first.Slot()].base == kNone) SetNumber(first, c);
  for (int i = 0; count > 1 && i < count; ++i) {
    codes_[m_.result(op, i).Slot()].many = 1;
  }
}

void SsaNames::SetNumber(ValueId value, Context& c) {
  codes_[value.Slot()] = {.base = kNumber, .number = c.values++};
}

void SsaNames::SetName(ValueId value, std::string_view name, Context& c) {
  if (name.empty()) return SetNumber(value, c);
  size_t base = 0;
  while (base < bases_.size() && bases_[base] != name) ++base;
  if (base == bases_.size()) {
    bases_.push_back(name);
    longest_ = std::max(longest_, LengthWith(name));
  }
  const uint64_t bit = base < 64 ? 1ull << base : 0;
  uint32_t number = 0;
  if ((c.used & bit) != 0) number = ++c.conflicts;
  c.used |= bit;
  codes_[value.Slot()] = {
      .base = static_cast<uint32_t>(kFirstBase + base) & 0x7FFFFFFF,
      .number = number};
}

const SsaNames::Code* SsaNames::Find(ValueId value) const {
  if (value.Slot() >= codes_.size()) return nullptr;
  const Code* code = &codes_[value.Slot()];
  if (code->base != kNone) return code;
  // The value shares the name of an earlier result of its op.
  ValueId at = value;
  for (int i = m_.index(value); i > 0; --i) {
    --at.index;
    code = &codes_[at.Slot()];
    if (code->base != kNone) return code;
  }
  return nullptr;
}

void SsaNames::AppendGroup(ValueId value, std::string& out) const {
  const Code* const code = Find(value);
  if (code == nullptr) {
    out.append("<<UNKNOWN SSA VALUE>>");
    return;
  }
  AppendName(*code, out);
}

template <class Place>
void SsaNames::WriteName(Code code, Place& place) const {
  place.Char('%');
  if (code.base == kNumber) return place.Number(code.number);
  if (code.base == kArg) {
    place.Text("arg");
    return place.Number(code.number);
  }
  place.Text(bases_[code.base - kFirstBase]);
  if (code.number == 0) return;
  place.Char('_');
  place.Number(code.number - 1);
}

void SsaNames::AppendName(Code code, std::string& out) const {
  StringEnd end{out};
  WriteName(code, end);
}

char* SsaNames::Write(ValueId value, char* out) const {
  if (value.Slot() >= codes_.size()) return nullptr;
  const Code code = codes_[value.Slot()];
  if (code.base == kNone || code.many != 0) return nullptr;
  Room room{out};
  WriteName(code, room);
  return room.end;
}

int SsaNames::GroupSize(OpId op, int result) const {
  const ValueId first = m_.result(op, result);
  if (codes_[first.Slot()].base == kNone) return 0;
  int size = 1;
  while (result + size < m_.result_count(op) &&
         codes_[m_.result(op, result + size).Slot()].base == kNone) {
    ++size;
  }
  return size;
}

void SsaNames::Append(ValueId value, std::string& out) const {
  if (value.Slot() < codes_.size()) {
    // In most cases, the op isn't needed.
    const Code code = codes_[value.Slot()];
    if (code.base != kNone && code.many == 0) return AppendName(code, out);
  }
  AppendGroup(value, out);
  const OpId op = m_.def(value);
  if (op.IsNone() || m_.result_count(op) == 1) return;
  if (value.Slot() >= codes_.size()) return;
  int begin = m_.index(value);
  const int index = begin;
  while (begin > 0 && codes_[m_.result(op, begin).Slot()].base == kNone) {
    --begin;
  }
  if (GroupSize(op, begin) <= 1) return;
  out.push_back('#');
  StringEnd{out}.Number(static_cast<uint32_t>(index - begin));
}

}  // namespace shardflow::internal
