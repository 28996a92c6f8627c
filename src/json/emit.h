#ifndef SHARDFLOW_JSON_EMIT_H_
#define SHARDFLOW_JSON_EMIT_H_

#include <cstdint>
#include <string>
#include <string_view>

// Appends JSON to a string, and takes care of commas, layout and escapes.
//
//   JsonEmitter e(out);
//   e.BeginObject();
//   e.String("name", "x");
//   e.Key("axes");
//   e.BeginArray();
//   e.Int(2);
//   e.EndArray();
//   e.EndObject();       // {"name": "x", "axes": [2]}
//
// A container is written on one line. However, if it is begun by a ...Lines()
// function and `one_line` isn't set, each item has its own line.

namespace shardflow::internal {

class JsonEmitter {
 public:
  explicit JsonEmitter(std::string& out, bool one_line = false)
      : out_(out), one_line_(one_line) {}

  void BeginObject() { Begin('{', false); }
  void BeginArray() { Begin('[', false); }
  void BeginObjectLines() { Begin('{', !one_line_); }
  void BeginArrayLines() { Begin('[', !one_line_); }
  void EndObject() { End('}'); }
  void EndArray() { End(']'); }

  // Writes the key of a member. The member's value must be written next. The
  // key must be plain ASCII without quotes.
  void Key(std::string_view key);
  // Writes a key with any characters.
  void AnyKey(std::string_view key);

  // --- values
  void Null() { Raw("null"); }
  void Bool(bool value) { Raw(value ? "true" : "false"); }
  // Integers beyond 2^53 - 1 are written as strings, because many JSON readers
  // only have doubles.
  void Int(int64_t value);
  void Double(double value);  // must be finite
  void String(std::string_view text);
  // Writes a value that is already JSON.
  void Raw(std::string_view json) {
    BeforeValue();
    out_.append(json);
  }

  // --- members: a key (see Key) and its value
  void Bool(std::string_view key, bool value) {
    Key(key);
    Bool(value);
  }
  void Int(std::string_view key, int64_t value) {
    Key(key);
    Int(value);
  }
  void Double(std::string_view key, double value) {
    Key(key);
    Double(value);
  }
  void String(std::string_view key, std::string_view text) {
    Key(key);
    String(text);
  }

  std::string& out() { return out_; }
  // Notes that members of the innermost object were appended to out() directly,
  // with commas between them.
  void Appended() { first_ = false; }

 private:
  // If `lines` is set, each item is written on its own line.
  void Begin(char bracket, bool lines);
  void End(char bracket);
  void BeforeValue() {
    if (after_key_) {
      after_key_ = false;
      return;
    }
    Separate();
  }
  void Separate();
  void NewLine();

  std::string& out_;
  const bool one_line_;
  // One letter for each open container. It is 'l' if each item of the container
  // has its own line.
  std::string levels_;
  size_t indent_ = 0;
  bool first_ = true;  // whether the innermost container has no items yet
  bool after_key_ = false;
};

// Appends a string with quotes. Bytes that aren't UTF-8 become special
// characters, which JsonDocument::String turns back into bytes (utf8.h).
void AppendJsonString(std::string_view text, std::string& out);
bool IsUtf8(std::string_view text);

// The largest integer that every JSON reader reads correctly.
constexpr int64_t kMaxJsonInt = (int64_t{1} << 53) - 1;

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_EMIT_H_
