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

// A JSON text (RFC 8259, strictly) as a flat list of its values, each with its
// place in the text.
//
//   Error error;
//   std::optional<JsonDocument> d = JsonDocument::Parse(text, {}, error);
//   for (JsonRef item : d->Items(d->root())) ... d->raw(item) ...
//
// Why not a library's values: every error names line, column and JSON pointer;
// keys given twice are found; a number keeps its digits (integers beyond 2^53,
// decimals of any length); 16 bytes for a value and none for its text, where a
// tree of maps takes some 100; nothing recurses, however deep the text nests.
// tests/unit/json_document_test.cc holds it against nlohmann/json.
//
// Values stand in the order of the text, a container before what is in it; in
// an object, a key before its value. The text outlives the document.

namespace shardflow::internal {

struct JsonTag {};
using JsonRef = Id<JsonTag>;  // a value, or the key of a member

enum class JsonKind : uint8_t {
  kNull,
  kFalse,
  kTrue,
  kNumber,
  kString,
  kArray,
  kObject,
};
// "a number", "an object", ...
std::string_view JsonKindName(JsonKind kind);

struct JsonLimits {
  size_t depth = 100000;
};

class JsonDocument {
 public:
  static std::optional<JsonDocument> Parse(std::string_view text,
                                           const JsonLimits& limits,
                                           Error& error);

  JsonRef root() const { return JsonRef(0); }

  JsonKind kind(JsonRef value) const { return node(value).kind; }
  bool Is(JsonRef value, JsonKind k) const { return kind(value) == k; }
  bool IsBool(JsonRef value) const {
    return Is(value, JsonKind::kTrue) || Is(value, JsonKind::kFalse);
  }
  size_t offset(JsonRef value) const { return node(value).begin; }
  // As it stands in the text: the digits of a number, a string with its quotes.
  std::string_view raw(JsonRef value) const {
    return text_.substr(node(value).begin, node(value).end - node(value).begin);
  }
  // Of a string or key: into the text if it has no escapes, else into `room`.
  std::string_view String(JsonRef string, std::string& room) const;
  bool HasEscapes(JsonRef string) const { return node(string).escaped; }
  // Of a number: nullopt if it isn't whole, or beyond 64 bits. 1.0 and 1e3 are
  // not taken for whole.
  std::optional<int64_t> Integer(JsonRef number) const;

  // Children of an array; of an object, keys and values in turn.
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
  // The first child; Next(container) if there is none.
  JsonRef First(JsonRef container) const {
    return JsonRef(container.index + 1);
  }
  // What follows the value and all that is in it.
  JsonRef Next(JsonRef value) const { return JsonRef(node(value).next); }
  size_t Count(JsonRef container) const;
  // The value of a key; None: there is no such key.
  JsonRef Find(JsonRef object, std::string_view key) const;

  // Takes the time of looking for it.
  std::string Pointer(JsonRef value) const;

 private:
  friend class JsonParser;
  struct Node {
    uint32_t begin = 0, end = 0;
    int32_t next = 0;
    JsonKind kind{};
    bool escaped = false;  // a string that does not stand for itself
  };
  static_assert(sizeof(Node) == 16);
  const Node& node(JsonRef value) const { return nodes_[value.Slot()]; }

  std::string_view text_;
  std::vector<Node> nodes_;
};

// Appends a step to a pointer, escaped.
void AppendPointer(std::string_view key, std::string& pointer);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_DOCUMENT_H_
