#include "json/emit.h"

#include <charconv>

#include "json/utf8.h"

namespace shardflow::internal {

void JsonEmitter::Begin(char bracket, bool lines) {
  BeforeValue();
  out_.push_back(bracket);
  levels_.push_back(lines ? 'l' : ' ');
  if (lines) ++indent_;
  first_ = true;
}

void JsonEmitter::End(char bracket) {
  const bool lines = levels_.back() == 'l';
  levels_.pop_back();
  if (lines) {
    --indent_;
    if (!first_) NewLine();
  }
  out_.push_back(bracket);
  first_ = false;
}

void JsonEmitter::NewLine() {
  out_.push_back('\n');
  out_.append(2 * indent_, ' ');
}

void JsonEmitter::Separate() {
  const bool lines = !levels_.empty() && levels_.back() == 'l';
  if (!first_) {
    out_.push_back(',');
    if (!lines) out_.push_back(' ');
  }
  first_ = false;
  if (lines) NewLine();
}

void JsonEmitter::Key(std::string_view key) {
  Separate();
  out_.push_back('"');
  out_.append(key);
  out_.append("\": ");
  after_key_ = true;
}

void JsonEmitter::AnyKey(std::string_view key) {
  Separate();
  AppendJsonString(key, out_);
  out_.append(": ");
  after_key_ = true;
}

void JsonEmitter::Int(int64_t value) {
  BeforeValue();
  const bool exact = value <= kMaxJsonInt && value >= -kMaxJsonInt;
  char buffer[24];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  if (!exact) out_.push_back('"');
  out_.append(buffer, static_cast<size_t>(end - buffer));
  if (!exact) out_.push_back('"');
}

void JsonEmitter::Double(double value) {
  BeforeValue();
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  out_.append(buffer, static_cast<size_t>(end - buffer));
}

void JsonEmitter::String(std::string_view text) {
  BeforeValue();
  AppendJsonString(text, out_);
}

void AppendJsonString(std::string_view text, std::string& out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  constexpr std::string_view kShort = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetter = "\"\\bfnrt";
  out.push_back('"');
  size_t plain = 0;  // beginning of the text that hasn't been appended yet
  for (size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\') {
      ++i;
      continue;
    }
    if (byte >= 0x80) {
      const size_t length = Utf8Length(text.substr(i));
      if (length > 0 && !IsToldByte(text.substr(i))) {
        i += length;
        continue;
      }
    }
    out.append(text.substr(plain, i - plain));
    plain = ++i;
    const size_t letter = kShort.find(static_cast<char>(byte));
    if (letter != std::string_view::npos) {
      out.push_back('\\');
      out.push_back(kLetter[letter]);
    } else if (byte < 0x20) {
      out.append("\\u00");
      out.push_back(kHex[byte >> 4]);
      out.push_back(kHex[byte & 15]);
    } else {
      AppendToldByte(byte, out);
    }
  }
  out.append(text.substr(plain));
  out.push_back('"');
}

bool IsUtf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const size_t length = Utf8Length(text.substr(i));
    if (length == 0) return false;
    i += length;
  }
  return true;
}

}  // namespace shardflow::internal
