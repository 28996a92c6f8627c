#ifndef SHARDFLOW_JSON_OP_FORMS_H_
#define SHARDFLOW_JSON_OP_FORMS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/intern.h"

// The forms of the ops in a JSON text. A form is the text of an op without the
// names of its operands and results:
//
//   {"op": "my.neg", "operands": [""],
//    "results": [{"name": "", "type": "f32"}]}
//
// If its location comes after all names, that is left out, too.
//
// The layers of a model are often equal, so most ops have the form of an
// earlier one. Comparing an op with a form is much faster than parsing it, and
// if they are equal, then the op is valid JSON without duplicate keys, and
// means the same apart from the names.
//
// Programs repeat not only ops but sequences of ops. So an op is compared only
// with the forms that have followed the form of the op before (as the lines of
// a program's text are, see text/op_memo.h).

namespace shardflow::internal {

class OpForms {
 public:
  // The number of a form counts from 1; 0 stands for none.
  using Number = uint16_t;
  static constexpr Number kNone = 0;
  // The length of the longest op that has a form.
  static constexpr size_t kMaxLength = 2048;

  // If false, no form is looked for. That is so once many ops had no form that
  // was known, and fewer had one.
  bool on() const { return on_; }
  // If the object at `begin` has a form that has followed the form of the last
  // op, returns the form's number and sets `end` to the end of the object. If
  // the form has a location, only what is before it has been compared: `end` is
  // where the location begins, and after that the rest must be compared.
  Number Guess(const char* begin, const char* text_end, const char*& end);
  bool HasLocation(Number number) const { return form(number).location != 0; }
  // If what follows the location equals the form's text, returns the end of the
  // object; otherwise null.
  const char* CompareRest(Number number, const char* at,
                          const char* text_end) const;
  // Tells the form of an object that was parsed: its text, the names in it
  // without their quotes, in order, and its location or "". `known` says
  // whether the form is an earlier object's. Returns kNone for an object that
  // doesn't get a form.
  Number Tell(std::string_view object, std::span<const std::string_view> names,
              std::string_view location, bool& known);

  // Sets `names` to the names in an object of this form.
  void Names(Number form, const char* begin,
             std::vector<std::string_view>& names) const;

 private:
  struct Form {
    std::string_view text;
    // Where the names were, as positions in the text.
    uint32_t first_cut = 0, cut_count = 0;
    uint16_t location = 0;  // where the location was; 0: there was none
    // The two forms that followed this one last, the latest first.
    Number followers[2] = {kNone, kNone};
  };

  const Form& form(Number number) const { return forms_[number - size_t{1}]; }
  std::span<const uint16_t> Cuts(const Form& form) const {
    return {cuts_.data() + form.first_cut, form.cut_count};
  }
  const char* Compare(const Form& form, const char* begin,
                      const char* text_end) const;
  void Follow(Number number);

  bool on_ = true;
  uint64_t hits_ = 0, misses_ = 0;
  StringStore texts_;  // the ids are indices into forms_
  std::vector<Form> forms_;
  std::vector<uint16_t> cuts_;
  Number last_ = kNone;  // the form of the last op that has one
  std::string scratch_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_OP_FORMS_H_
