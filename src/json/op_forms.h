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
// If the location comes after all names, it is also left out.
//
// The layers of a model are often equal, so most ops have the form of an
// earlier op. Comparing an op with a form is much faster than parsing it. An op
// that has a known form is valid JSON without duplicate keys, and has the same
// meaning as the earlier op, apart from the names.
//
// Programs also repeat sequences of ops. So an op is compared only with the
// forms that have already followed the form of the preceding op.
// (text/line_memo.h does the same for the lines of a program's text.)

namespace shardflow::internal {

class OpForms {
 public:
  // The number of a form. Numbers start at 1, and 0 means no form.
  using Number = uint16_t;
  static constexpr Number kNone = 0;
  // The maximum length of an op that has a form.
  static constexpr size_t kMaxLength = 2048;

  // If false, callers needn't look for forms. Forms are turned off after many
  // ops without a known form if fewer ops had a known form.
  bool on() const { return on_; }
  // If the object at `begin` has one of the forms that have followed the form
  // of the last op, returns the form's number and sets `end` to the end of the
  // object. If the form has a location, only the text before the location has
  // been compared. In that case, `end` is where the location begins, and the
  // text after the location still has to be compared.
  Number Guess(const char* begin, const char* text_end, const char*& end);
  bool HasLocation(Number number) const { return form(number).location != 0; }
  // Returns the end of the object if the text after the location is equal to
  // the form's, otherwise null.
  const char* CompareRest(Number number, const char* at,
                          const char* text_end) const;
  // Records an object that was parsed: its text, the names in it (in order,
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
    // The positions in the text where names were left out.
    uint32_t first_cut = 0, cut_count = 0;
    uint16_t location = 0;  // where the location was, or 0 if there was none
    // The two forms that most recently followed this one, latest first.
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
