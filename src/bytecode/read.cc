#include "bytecode/read.h"

#include <cstring>
#include <string>

#include "bytecode/codes.h"
#include "bytecode/container.h"
#include "bytecode/module_reader.h"
#include "ops/op_def.h"
#include "ops/portable.h"
#include "text/write.h"

namespace shardflow::internal {
namespace {

template <class T>
std::optional<T> NumberAt(std::string_view bytes, uint64_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

// Returns the artifact in a FlatBuffer of jax: field 13 of its root table.
// Returns nullopt if there is none.
std::optional<std::string_view> InEnvelope(std::string_view bytes) {
  constexpr uint64_t kField = 4 + 2 * 13;
  const auto root = NumberAt<uint32_t>(bytes, 0);
  if (!root) return std::nullopt;
  const auto to_fields = NumberAt<int32_t>(bytes, *root);
  if (!to_fields) return std::nullopt;
  const int64_t fields = int64_t{*root} - *to_fields;
  if (fields < 0) return std::nullopt;
  const auto start = static_cast<uint64_t>(fields);
  const auto size = NumberAt<uint16_t>(bytes, start);
  if (!size || *size < kField + 2) return std::nullopt;
  const auto field = NumberAt<uint16_t>(bytes, start + kField);
  if (!field || *field == 0) return std::nullopt;
  const uint64_t at = uint64_t{*root} + *field;
  const auto offset = NumberAt<uint32_t>(bytes, at);
  if (!offset) return std::nullopt;
  const auto length = NumberAt<uint32_t>(bytes, at + *offset);
  if (!length) return std::nullopt;
  const uint64_t first = at + *offset + 4;
  if (*length > bytes.size() - first) return std::nullopt;
  const std::string_view artifact = bytes.substr(first, *length);
  if (!artifact.starts_with(bytecode::kMagic)) return std::nullopt;
  return artifact;
}

// Finds the artifact in the file, which may be the artifact itself.
std::optional<std::string_view> FindArtifact(std::string_view bytes) {
  if (bytes.starts_with(bytecode::kMagic)) return bytes;
  return InEnvelope(bytes);
}

// Checks that the version of StableHLO in the producer's name is supported.
bool CheckProducer(const bytecode::Container& c, Error& error) {
  constexpr std::string_view kStablehlo = "StableHLO_v";
  const auto refuse = [&](std::string message) {
    error.Set(bytecode::kMagic.size(), std::move(message));
    error.pointer = "header";
    return false;
  };
  // The oldest artifacts have MLIR as their producer.
  if (!c.producer.starts_with(kStablehlo)) return true;
  const std::string_view text = c.producer.substr(kStablehlo.size());
  const std::optional<PortableVersion> version = ParsePortableVersion(text);
  if (!version) {
    return refuse("unknown version '" + std::string(text) + "' of StableHLO");
  }
  if (*version <= kNewestPortable) return true;
  return refuse("a portable artifact of StableHLO " + std::string(text) +
                "; this shardflow reads versions up to " +
                PortableVersionText(kNewestPortable));
}

// Returns what the bytes seem to be if they can't be a program, otherwise "".
std::string_view ForeignFormat(std::string_view bytes) {
  const auto begins = [&](std::string_view magic) {
    return bytes.starts_with(magic);
  };
  if (begins("\x1f\x8b")) {
    return "this seems to be compressed by gzip: unpack it first (gzip -d)";
  }
  if (begins("\x28\xb5\x2f\xfd")) {
    return "this seems to be compressed by zstd: unpack it first (zstd -d)";
  }
  if (begins("\xef\xbb\xbf")) {
    return "the text begins with a byte order mark, which MLIR refuses, too: "
           "save it as UTF-8 without one";
  }
  if (begins("\xff\xfe") || begins("\xfe\xff")) {
    return "this seems to be text in UTF-16 or UTF-32: save it as UTF-8";
  }
  if (begins("\x93NUMPY")) {
    return "this seems to be a NumPy array (.npy), not a program";
  }
  if (begins("PK\x03\x04")) {
    return "this seems to be a ZIP archive (or .npz), not a program";
  }
  if (bytes.size() > 1 && bytes[0] == '\x80' && bytes[1] >= 2 &&
      bytes[1] <= 5) {
    return "this seems to be a Python pickle, not a program: write the text of "
           "a lowered program, or what jax.export serializes";
  }
  return "";
}

}  // namespace

bool LooksLikeArtifact(std::string_view bytes) {
  return FindArtifact(bytes).has_value();
}

std::optional<Module> ReadArtifact(std::shared_ptr<const SourceBuffer> source,
                                   const ParseOptions& options,
                                   Diagnostics& diagnostics) {
  const std::string_view text = source->text();
  const std::optional<std::string_view> artifact = FindArtifact(text);
  Error error;
  std::optional<Module> m = NewModule();
  m->source = std::make_shared<const SourceBuffer>(source->name(), "");
  bytecode::Container container;
  if (!artifact) {
    error.message = "this isn't a portable artifact";
  } else if (bytecode::ReadContainer(*artifact, container, error) &&
             CheckProducer(container, error)) {
    bytecode::ModuleReader(*m, container, options, error).Read();
  }
  source->Forget(text.size());
  if (error.message.empty()) return m;
  const auto begin =
      artifact ? static_cast<size_t>(artifact->data() - text.data()) : 0;
  diagnostics.Error({source->name(), 0, 0},
                    "artifact, " + error.pointer + " at byte " +
                        std::to_string(begin + error.offset) + ": " +
                        error.message);
  return std::nullopt;
}

std::optional<Module> ReadModule(std::shared_ptr<const SourceBuffer> source,
                                 const ParseOptions& options,
                                 Diagnostics& diagnostics) {
  if (!LooksLikeArtifact(source->text())) {
    if (const std::string_view foreign = ForeignFormat(source->text());
        !foreign.empty()) {
      diagnostics.Error({source->name(), 0, 0}, std::string(foreign));
      return std::nullopt;
    }
    return ParseModule(std::move(source), options, diagnostics);
  }
  const std::string name = source->name();
  std::optional<Module> m =
      ReadArtifact(std::move(source), options, diagnostics);
  if (!m || options.names == nullptr) return m;
  std::string text;
  PrintModule(*m, {.debug_info = true}, text);
  return ParseModule(
      std::make_shared<const SourceBuffer>(name, std::move(text)), options,
      diagnostics);
}

}  // namespace shardflow::internal
