#ifndef SHARDFLOW_JSON_DOCUMENT_H_
#define SHARDFLOW_JSON_DOCUMENT_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/id.h"
#include "base/source.h"
#include "json/op_forms.h"

// A JSON text (strict RFC 8259) as a flat list of values with their positions
// in the text.
//
//   Error error;
//   std::optional<JsonDocument> d = JsonDocument::Parse(text, {}, error);
//   for (JsonRef item : d->Items(d->root())) ... d->raw(item) ...
//
// This parser has several advantages over a library. It reports the line,
// column and JSON pointer of every error. It finds duplicate keys. It keeps all
// digits of a number (integers beyond 2^53, long decimals). A value takes up 16
// bytes, while a tree of maps needs about 100. It doesn't recurse, however
// deeply the text is nested. tests/unit/json_document_test.cc compares it with
// nlohmann/json.
//
// Values are in the order of the text: a container precedes its contents, and a
// key precedes its value. The text must outlive the document.

namespace shardflow::internal {

struct JsonTag {};
using JsonRef = Id<JsonTag>;  // a value, or a key in an object

enum class JsonKind : uint8_t {
  kNull,
  kFalse,
  kTrue,
  kNumber,
  kString,
  kArray,
  kObject,
};
// Returns the kind with an article, such as "a number" or "an object".
std::string_view JsonKindName(JsonKind kind);

struct JsonLimits {
  size_t depth = 100000;
};

class JsonDocument {
 public:
  JsonDocument(JsonDocument&&) = default;
  JsonDocument& operator=(JsonDocument&&) = default;

  static std::optional<JsonDocument> Parse(std::string_view text,
                                           const JsonLimits& limits,
                                           Error& error);
  // Parses JSON that contains a program, and *folds* ops that have the same
  // form as an earlier op (json/op_forms.h). A folded op is an object whose
  // contents aren't values of the document. Only elements of arrays with the
  // key "ops" or "body" are folded.
  static std::optional<JsonDocument> ParseFolded(std::string_view text,
                                                 const JsonLimits& limits,
                                                 Error& error);

  std::string_view text() const { return text_; }
  JsonRef root() const { return JsonRef(0); }

  JsonKind kind(JsonRef value) const { return node(value).kind; }
  bool Is(JsonRef value, JsonKind k) const { return kind(value) == k; }
  bool IsBool(JsonRef value) const {
    return Is(value, JsonKind::kTrue) || Is(value, JsonKind::kFalse);
  }
  size_t offset(JsonRef value) const { return node(value).begin; }
  // Returns the text of the value: the digits of a number, or a string
  // including its quotes.
  std::string_view raw(JsonRef value) const {
    return text_.substr(node(value).begin, node(value).end - node(value).begin);
  }
  // Returns a decoded string or key. The result is a view of the text or, if
  // there are escapes, of `room`.
  std::string_view String(JsonRef string, std::string& room) const;
  bool HasEscapes(JsonRef string) const { return node(string).escaped; }
  // Returns nullopt if the number has a fraction or an exponent, such as 1.0 or
  // 1e3, or doesn't fit into 64 bits.
  std::optional<int64_t> Integer(JsonRef number) const;

  // Iterates over the elements of an array or over the members of an object:
  // the first key, the first value, the second key, and so on.
  class Iterator {
   public:
    Iterator(const JsonDocument* d, JsonRef at) : d_(d), at_(at) {}
    JsonRef operator*() const { return at_; }
    Iterator& operator++() {
      at_ = d_->Next(at_);
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const JsonDocument* d_;
    JsonRef at_;
  };
  struct Range {
    Iterator first, last;
    Iterator begin() const { return first; }
    Iterator end() const { return last; }
  };
  Range Items(JsonRef container) const {
    return {{this, First(container)}, {this, Next(container)}};
  }
  // Returns the first child, or Next(container) if there is none.
  JsonRef First(JsonRef container) const {
    return JsonRef(container.index + 1);
  }
  // Returns the value or key after `value` and its contents.
  JsonRef Next(JsonRef value) const { return JsonRef(node(value).next); }
  size_t Count(JsonRef container) const;
  // Returns the value of a key, or None if there is no such key.
  JsonRef Find(JsonRef object, std::string_view key) const;

  // Returns the form of an op, or OpForms::kNone. All folded ops have forms.
  // The first op of each form also has one, although it isn't folded.
  OpForms::Number form(JsonRef object) const {
    return Is(object, JsonKind::kObject) ? node(object).form : OpForms::kNone;
  }
  bool IsFolded(JsonRef object) const { return node(object).folded; }
  bool has_folded() const { return has_folded_; }
  // Sets `names` to the names of the operands and results of a folded op, in
  // the order of the text.
  void Names(JsonRef folded, std::vector<std::string_view>& names) const {
    forms_.Names(node(folded).form, text_.data() + node(folded).begin, names);
  }
  // Returns the location in the text of a folded op, or None. The values in the
  // location are part of the document.
  JsonRef Location(JsonRef folded) const {
    return First(folded) == Next(folded) ? JsonRef::None() : First(folded);
  }
  // Returns a document of the same text without folded ops, and sets `value` to
  // the corresponding value of that document.
  JsonDocument Unfolded(JsonRef& value) const;

  // Returns the JSON pointer to a value. Finds it by a search from the root.
  std::string Pointer(JsonRef value) const;

 private:
  friend class JsonParser;
  struct Node {
    uint32_t begin = 0, end = 0;
    int32_t next = 0;
    JsonKind kind{};
    bool escaped : 1 = false;  // whether a string contains escapes
    bool folded : 1 = false;   // whether the object is a folded op
    // The form of an object. For an array, kOfOps if its elements may be
    // folded.
    OpForms::Number form = OpForms::kNone;
  };
  static constexpr OpForms::Number kOfOps = 1;
  static_assert(sizeof(Node) == 16);
  const Node& node(JsonRef value) const { return nodes_[value.Slot()]; }

  JsonDocument() = default;
  static std::optional<JsonDocument> Parse(std::string_view text,
                                           const JsonLimits& limits, bool fold,
                                           Error& error);

  std::string_view text_;
  std::vector<Node> nodes_;
  OpForms forms_;
  bool has_folded_ = false;
};

// Appends '/' and `key`, escaped, to a JSON pointer.
void AppendPointer(std::string_view key, std::string& pointer);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_DOCUMENT_H_
