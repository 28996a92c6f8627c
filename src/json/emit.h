#ifndef SHARDFLOW_JSON_EMIT_H_
#define SHARDFLOW_JSON_EMIT_H_

#include <cstdint>
#include <string>
#include <string_view>

// Appends JSON to a text: the commas, the layout and the escapes.
//
//   JsonEmitter e(out);
//   e.BeginObject();
//   e.Key("axes");
//   e.BeginArray();
//   e.Int(2);
//   e.EndArray();
//   e.EndObject();       // {"axes": [2]}
//
// Containers stand on one line; those begun with Lines() have a line for each
// item, unless the whole document is to be one line.

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

  // Of a member; its value follows. Plain ASCII without quotes.
  void Key(std::string_view key);
  // Any key.
  void AnyKey(std::string_view key);

  void Null() { Raw("null"); }
  void Bool(bool value) { Raw(value ? "true" : "false"); }
  // Beyond 2^53 - 1 as a string: many readers of JSON have only doubles.
  void Int(int64_t value);
  void Double(double value);  // finite
  void String(std::string_view text);
  // A value that is JSON already.
  void Raw(std::string_view json) {
    BeforeValue();
    out_.append(json);
  }
  std::string& out() { return out_; }

 private:
  // One bit a level says whether it has lines.
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
  std::string levels_;  // 'l': with lines
  size_t indent_ = 0;
  bool first_ = true;  // in the innermost container
  bool after_key_ = false;
};

// Appends a string with quotes. Bytes that are not UTF-8 are told as characters
// that JsonDocument::String makes bytes again (utf8.h).
void AppendJsonString(std::string_view text, std::string& out);
bool IsUtf8(std::string_view text);

// The largest integer that every reader of JSON reads right.
constexpr int64_t kMaxJsonInt = (int64_t{1} << 53) - 1;

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_EMIT_H_
