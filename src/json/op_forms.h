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
// names of its operands and results. For example:
//
//   {"op": "my.neg", "operands": [""],
//    "results": [{"name": "", "type": "f32"}]}
//
// If the location comes after all names, it is left out, too.
//
// The layers of a model are often equal, so most ops have the form of an
// earlier one. Comparing an op with a form is much faster than parsing it. If
// they are equal, the op is valid JSON without duplicate keys, and means the
// same apart from the names.
//
// Programs repeat not only ops but sequences of ops. So an op is compared only
// with the forms that have followed the form of the op before it
// (text/line_memo.h does the same for the lines of a program's text).

namespace shardflow::internal {

class OpForms {
 public:
  // The number of a form. Numbers begin with 1; 0 stands for none.
  using Number = uint16_t;
  static constexpr Number kNone = 0;
  // The length of the longest op that has a form.
  static constexpr size_t kMaxLength = 2048;

  // If false, callers needn't look for forms. Forms are turned off after many
  // ops without a known form, if fewer ops had one.
  bool on() const { return on_; }
  // If the object at `begin` has a form that has followed the form of the last
  // op, returns the form's number and sets `end` to the end of the object. If
  // the form has a location, only the text before it has been compared: `end`
  // is then where the location begins, and the text after the location still
  // has to be compared.
  Number Guess(const char* begin, const char* text_end, const char*& end);
  bool HasLocation(Number number) const { return form(number).location != 0; }
  // If the text after the location equals the form's, returns the end of the
  // object; otherwise null.
  const char* CompareRest(Number number, const char* at,
                          const char* text_end) const;
  // Records an object that was parsed: its text, the names in it (in order and
  // without their quotes), and its location or "". Sets `known` to whether an
  // earlier object has the same form. Returns the number of its form, or kNone
  // if it doesn't get a form.
  Number Tell(std::string_view object, std::span<const std::string_view> names,
              std::string_view location, bool& known);

  // Sets `names` to the names in an object of this form.
  void Names(Number form, const char* begin,
             std::vector<std::string_view>& names) const;

 private:
  struct Form {
    std::string_view text;
    // Where names were left out, as positions in the text.
    uint32_t first_cut = 0, cut_count = 0;
    uint16_t location = 0;  // where the location was, or 0 if none
    // The two forms that followed this one most recently, latest first.
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
