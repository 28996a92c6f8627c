#ifndef SHARDFLOW_TEXT_FORM_PROGRAM_H_
#define SHARDFLOW_TEXT_FORM_PROGRAM_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "ir/names.h"
#include "ops/attr_tables.h"
#include "ops/op_def.h"
#include "text/custom_forms.h"
#include "text/form_directives.h"
#include "text/sdy_attrs.h"

// Forms (text/op_form.h) are translated to steps at compile time. A mistake in
// a form causes a compile error that mentions FormMistake("what is wrong").

namespace shardflow::internal {

enum class FormCode : uint8_t {
  kText,           // `text`
  kOperand,        // the next operand
  kOperands,       // all remaining operands
  kOperandsComma,  // all remaining operands, each followed by a comma
  kAttr,           // the attribute `name`, spelled as `kind`
  kAttrs,          // the other attributes
  kDirective,      // row `number` of kFormDirectives
  kPart,           // an optional part; if absent, go to step `number`
  kElse,           // end of a part with a second text: go to step `number`
};

// How an attribute is written.
enum class FormAttr : uint8_t {
  kInt,        // an integer of `number` bits
  kBool,       // true, false
  kString,     // "text"
  kSymbol,     // a string, as @name
  kSymbolRef,  // @name
  kDims,       // [0, 1]
  kEnum,       // a case of the enum with this `number`
  kSdy,        // an sdy attribute of AttrKind `number`, without its name
};

enum class FormDefault : uint8_t {
  kNone,
  kInt,         // an i32
  kBool,        // true or false, an i1
  kEmptyArray,  // []
  kEmptyDict,   // {}
  kAccuracy,    // the default result accuracy
};

struct FormStep {
  FormCode code{};
  FormAttr kind{};
  FormAnchor anchor{};     // for kPart
  FormDefault fallback{};  // default of the attribute, for kAttr and kPart
  int16_t fallback_value = 0;
  int16_t number = 0;
  NameId name = {};
  std::string_view text = {};
};

// An attribute that <attrs> omits if it has its default value.
struct FormDefaultRow {
  NameId name = {};
  FormDefault fallback{};
  int16_t value = 0;
};

struct FormProgram {
  std::span<const FormStep> steps = {};
  // The attributes that the form prints itself.
  std::span<const NameId> spelled = {};
  std::span<const FormDefaultRow> defaults = {};
  const CustomForm* custom = nullptr;
  int operands = 0;       // number of operands that the form lists one by one
  bool variadic = false;  // whether any number of operands may follow
  bool regions = false;
};

// Not constexpr, so that calling it at compile time is an error.
inline void FormMistake(std::string_view) {}

namespace form_internal {

constexpr std::string_view kNameTexts[] = {
#define NAME(identifier, text) text,
#include "ir/names.def"
#undef NAME
};

constexpr std::string_view kEnumNames[] = {
#define ENUM(enumerator, name, ...) name,
#include "ops/attr_tables.def"
#undef ENUM
};

template <class Rows>
constexpr int16_t RowByName(const Rows& rows, std::string_view name) {
  for (size_t i = 0; i < std::size(rows); ++i) {
    if (rows[i].name == name) return static_cast<int16_t>(i);
  }
  return -1;
}

constexpr NameId NameIdOf(std::string_view text) {
  for (size_t i = 0; i < std::size(kNameTexts); ++i) {
    if (kNameTexts[i] == text) return NameId(i);
  }
  FormMistake("not in ir/names.def");
  return NameId::None();
}

constexpr bool IsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-' || (c >= 'A' && c <= 'Z');
}

template <class T, size_t kCapacity>
struct List {
  std::array<T, kCapacity> items{};
  size_t size = 0;

  constexpr T& Add(const T& item) {
    if (size == kCapacity) FormMistake("too long");
    items[size] = item;
    return items[size++];
  }
};

// Translates one form, from left to right.
struct Translator {
  std::string_view form;
  size_t at = 0;
  List<FormStep, 40> steps = {};
  List<NameId, 16> spelled = {};
  List<FormDefaultRow, 8> defaults = {};
  int custom = -1;
  int open = 0;  // number of open parentheses in the text
  int operands = 0;
  bool variadic = false;
  bool regions = false;

  constexpr bool AtEnd() const { return at >= form.size(); }
  constexpr bool Eat(std::string_view text) {
    if (!form.substr(at).starts_with(text)) return false;
    at += text.size();
    return true;
  }
  constexpr std::string_view Word() {
    const size_t begin = at;
    while (!AtEnd() && IsWord(form[at])) ++at;
    if (at == begin) FormMistake("expected a word");
    return form.substr(begin, at - begin);
  }

  constexpr void Translate() {
    if (Eat("custom ")) {
      custom = RowByName(kCustomForms, Word());
      if (custom < 0) FormMistake("not in text/custom_forms.h");
      if (!AtEnd()) FormMistake("text after the custom form's name");
      return;
    }
    while (!AtEnd()) Item(false);
  }

  // Whether the part ends here. It doesn't end at the closing parenthesis of a
  // pair within its text.
  constexpr bool AtPartEnd() const {
    return open == 0 && (form[at] == ')' || form[at] == '|');
  }

  // Translates one item. Returns false at the end of the part.
  constexpr bool Item(bool in_part) {
    if (in_part && AtPartEnd()) return false;
    if (Eat("?(")) {
      Part();
    } else if (Eat("%")) {
      Operands();
    } else if (Eat("$")) {
      Attribute();
    } else if (Eat("<attrs")) {
      OtherAttributes();
    } else if (Eat("<")) {
      Directive();
    } else {
      Text(in_part);
    }
    return true;
  }

  constexpr void Text(bool in_part) {
    const size_t begin = at;
    while (!AtEnd()) {
      const char c = form[at];
      if (c == '%' || c == '$' || c == '<') break;
      if (c == '?' && form.substr(at).starts_with("?(")) break;
      if (in_part && AtPartEnd()) break;
      if (c == '(') ++open;
      if (c == ')') --open;
      ++at;
    }
    steps.Add(
        {.code = FormCode::kText, .text = form.substr(begin, at - begin)});
  }

  constexpr void Operands() {
    if (!Eat("*")) {
      if (variadic) FormMistake("% after %*");
      ++operands;
      steps.Add({.code = FormCode::kOperand});
      return;
    }
    if (variadic) FormMistake("a second %*");
    variadic = true;
    steps.Add(
        {.code = Eat(",") ? FormCode::kOperandsComma : FormCode::kOperands});
  }

  constexpr void Attribute() {
    FormStep step{.code = FormCode::kAttr};
    step.name = NameIdOf(Word());
    if (!Eat(":")) FormMistake("expected ':' and the attribute's kind");
    const std::string_view kind = Word();
    if (kind == "i64" || kind == "i32") {
      step.kind = FormAttr::kInt;
      step.number = kind == "i64" ? 64 : 32;
    } else if (kind == "bool") {
      step.kind = FormAttr::kBool;
    } else if (kind == "string") {
      step.kind = FormAttr::kString;
    } else if (kind == "symbol") {
      step.kind = FormAttr::kSymbol;
    } else if (kind == "symbol_ref") {
      step.kind = FormAttr::kSymbolRef;
    } else if (kind == "dims") {
      step.kind = FormAttr::kDims;
    } else if (kind.starts_with("sdy.")) {
      step.kind = FormAttr::kSdy;
      step.number = SdyKindByName(kind.substr(4));
    } else {
      step.kind = FormAttr::kEnum;
      step.number = EnumByName(kind);
    }
    spelled.Add(step.name);
    if (Eat("=")) step.fallback = Default(step.fallback_value);
    steps.Add(step);
  }

  static constexpr int16_t SdyKindByName(std::string_view name) {
    for (const SdyAttrName& row : kSdyAttrNames) {
      if (row.mnemonic == name) return static_cast<int16_t>(row.kind);
    }
    FormMistake("no such attribute of sdy");
    return 0;
  }

  static constexpr int16_t EnumByName(std::string_view name) {
    for (size_t i = 0; i < std::size(kEnumNames); ++i) {
      if (kEnumNames[i] == name) return static_cast<int16_t>(i);
    }
    FormMistake("no such kind of attribute");
    return 0;
  }

  constexpr FormDefault Default(int16_t& value) {
    if (Eat("[]")) return FormDefault::kEmptyArray;
    if (Eat("{}")) return FormDefault::kEmptyDict;
    const std::string_view word = Word();
    if (word == "accuracy") return FormDefault::kAccuracy;
    if (word == "true" || word == "false") {
      value = word == "true" ? 1 : 0;
      return FormDefault::kBool;
    }
    for (const char c : word) {
      if (c < '0' || c > '9') FormMistake("no such default");
      value = static_cast<int16_t>(value * 10 + (c - '0'));
    }
    return FormDefault::kInt;
  }

  constexpr void OtherAttributes() {
    while (Eat(" ")) {
      FormDefaultRow row{.name = NameIdOf(Word())};
      if (!Eat("=")) FormMistake("expected '=' and a default");
      row.fallback = Default(row.value);
      defaults.Add(row);
    }
    if (!Eat(">")) FormMistake("expected '>'");
    steps.Add({.code = FormCode::kAttrs});
  }

  constexpr void Directive() {
    const int16_t row = RowByName(kFormDirectives, Word());
    if (row < 0) {
      FormMistake("not in text/form_directives.h");
      return;
    }
    if (!Eat(">")) FormMistake("expected '>'");
    const FormDirective& directive = kFormDirectives[row];
    for (const NameId name : directive.attrs) {
      if (name) spelled.Add(name);
    }
    if (directive.anchor == FormAnchor::kRegions) regions = true;
    steps.Add({.code = FormCode::kDirective, .number = row});
  }

  constexpr void Part() {
    const size_t part = steps.size;
    const int open_before = std::exchange(open, 0);
    steps.Add({.code = FormCode::kPart});
    while (!AtEnd() && Item(true)) {
    }
    SetAnchor(part);
    if (Eat("|")) {
      const size_t end = steps.size;
      steps.Add({.code = FormCode::kElse});
      steps.items[part].number = static_cast<int16_t>(steps.size);
      while (!AtEnd() && Item(true)) {
      }
      steps.items[end].number = static_cast<int16_t>(steps.size);
    } else {
      steps.items[part].number = static_cast<int16_t>(steps.size);
    }
    if (!Eat(")")) FormMistake("expected ')' of an optional part");
    open = open_before;
  }

  // Sets the anchor that decides whether the part is present: its first
  // attribute, otherwise its first directive, otherwise operands.
  constexpr void SetAnchor(size_t part) {
    FormStep& step = steps.items[part];
    step.anchor = FormAnchor::kOperands;
    for (size_t i = steps.size; i-- > part + 1;) {
      if (steps.items[i].code == FormCode::kDirective) {
        step.anchor =
            kFormDirectives[static_cast<size_t>(steps.items[i].number)].anchor;
      }
    }
    for (size_t i = part + 1; i < steps.size; ++i) {
      if (steps.items[i].code != FormCode::kAttr) continue;
      step.anchor = FormAnchor::kAttr;
      step.name = steps.items[i].name;
      step.fallback = steps.items[i].fallback;
      step.fallback_value = steps.items[i].fallback_value;
      return;
    }
  }
};

template <StringLiteral form>
inline constexpr Translator kTranslated = [] {
  Translator t{.form = {form.text, sizeof(form.text) - 1}};
  t.Translate();
  return t;
}();

// Returns the items of a list in an array that is just long enough.
template <size_t kSize, class T, size_t kCapacity>
constexpr std::array<T, kSize> Trim(const List<T, kCapacity>& list) {
  std::array<T, kSize> out{};
  for (size_t i = 0; i < kSize; ++i) out[i] = list.items[i];
  return out;
}

template <StringLiteral form>
struct Translated {
  static constexpr const Translator& kAll = kTranslated<form>;
  static constexpr auto kSteps = Trim<kAll.steps.size>(kAll.steps);
  static constexpr auto kSpelled = Trim<kAll.spelled.size>(kAll.spelled);
  static constexpr auto kDefaults = Trim<kAll.defaults.size>(kAll.defaults);
  static constexpr FormProgram kProgram = {
      .steps = kSteps,
      .spelled = kSpelled,
      .defaults = kDefaults,
      .custom = kAll.custom < 0
                    ? nullptr
                    : &kCustomForms[static_cast<size_t>(kAll.custom)],
      .operands = kAll.operands,
      .variadic = kAll.variadic,
      .regions = kAll.regions,
  };
};

}  // namespace form_internal

// Ops with equal forms share one program.
template <StringLiteral form>
inline constexpr const FormProgram& kFormProgram =
    form_internal::Translated<form>::kProgram;

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_FORM_PROGRAM_H_
