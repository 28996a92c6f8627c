#ifndef SHARDFLOW_BYTECODE_BYTE_WRITER_H_
#define SHARDFLOW_BYTECODE_BYTE_WRITER_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

// Writes the encodings that ByteReader reads.

namespace shardflow::internal::bytecode {

class ByteWriter {
 public:
  const std::string& bytes() const { return bytes_; }
  size_t size() const { return bytes_.size(); }
  void clear() { bytes_.clear(); }

  void Byte(uint8_t byte) { bytes_.push_back(static_cast<char>(byte)); }
  void Bytes(std::string_view bytes) { bytes_ += bytes; }
  void VarInt(uint64_t value) {
    const auto bits = static_cast<size_t>(std::bit_width(value));
    const size_t count = bits <= 7 ? 1 : (bits + 6) / 7;
    char buffer[9] = {};
    if (count > 8) {
      std::memcpy(buffer + 1, &value, 8);
      bytes_.append(buffer, 9);
      return;
    }
    value = (value << 1 | 1) << (count - 1);
    std::memcpy(buffer, &value, 8);
    bytes_.append(buffer, count);
  }
  void SignedVarInt(int64_t value) {
    const auto bits = static_cast<uint64_t>(value);
    VarInt((bits << 1) ^ (value < 0 ? ~uint64_t{0} : 0));
  }
  void VarIntWithFlag(uint64_t value, bool flag) {
    VarInt(value << 1 | (flag ? 1 : 0));
  }
  // Writes the number of bytes, then the bytes.
  void Blob(std::string_view bytes) {
    VarInt(bytes.size());
    Bytes(bytes);
  }
  void Section(uint8_t id, std::string_view bytes) {
    Byte(id);
    Blob(bytes);
  }

 private:
  std::string bytes_;
};

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_BYTE_WRITER_H_
