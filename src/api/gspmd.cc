#include "shardflow/gspmd.h"

#include <utility>

#include "base/diagnostics.h"
#include "base/source.h"
#include "gspmd/canonical.h"
#include "gspmd/explain.h"
#include "gspmd/from_axes.h"
#include "gspmd/hlo_sharding.h"
#include "gspmd/parse.h"
#include "gspmd/print.h"
#include "gspmd/sdy_text.h"
#include "gspmd/to_axes.h"

namespace shardflow {

using namespace internal;
namespace {

using gspmd::HloSharding;
using gspmd::HloShardingKind;
using gspmd::ImportMesh;
using gspmd::NamedMesh;
using gspmd::NamedSharding;

// A string passed to a call, with a name for error messages.
struct Input {
  std::string name;
  int number = 0;  // see Message::input
  std::string_view text;
};

Input MeshInput(std::string_view text) { return {"<mesh>", -1, text}; }
Input OneInput(std::string_view text) { return {"<sharding>", 0, text}; }
Input InputOf(std::span<const std::string> texts, size_t i) {
  return {"<sharding " + std::to_string(i) + ">", static_cast<int>(i),
          texts[i]};
}

// Reports an error in an input. Returns nullopt, so that callers can simply
// return the result.
std::nullopt_t Fail(const Error& from, const Input& input,
                    std::vector<Message>& messages) {
  Message& message = messages.emplace_back();
  message.file = input.name;
  message.line = 1;
  message.column = static_cast<int>(from.offset) + 1;
  message.input = input.number;
  message.text = from.message;
  message.code = ErrorCode::kInvalidInput;
  const SourceBuffer source("", std::string(input.text));
  AppendExcerpt(source.Place(from.offset), source, message.excerpt);
  if (!from.hint.empty()) message.notes.push_back(NoteAt({}, from.hint));
  return std::nullopt;
}

std::string Text(const HloSharding& sharding, bool metadata = false) {
  std::string out;
  gspmd::AppendHloSharding(sharding, {.metadata = metadata}, out);
  return out;
}

// Converts `named` to `form`. Returns false if there are too many devices.
bool ToForm(const NamedSharding& named, HloShardingForm form,
            HloSharding& sharding, Error& error) {
  if (form == HloShardingForm::kV3) {
    sharding = gspmd::ToNamed(named);
    return true;
  }
  if (!gspmd::ToTiles(named, sharding, error)) return false;
  return form != HloShardingForm::kV1 || ListDevices(sharding, error);
}

// Returns text such as <mesh<[], device_ids=[3]>, []>.
std::string SingleDeviceText(int64_t device) {
  std::string out = "<mesh";
  gspmd::AppendSdyMesh({{}, gspmd::DeviceOrder::List({device})}, out);
  return out + ", []>";
}

// Appends one sharding that isn't a tuple, in Shardy's notation. If `in_list`
// is set, the text names the mesh.
bool AppendImported(const HloSharding& leaf, const ImportMesh& mesh,
                    std::optional<size_t> rank, bool in_list,
                    ImportedSharding& imported, Error& error) {
  if (leaf.kind == HloShardingKind::kMaximal) {
    imported.sharding += SingleDeviceText(leaf.device);
    return true;
  }
  gspmd::AxisSharding axes;
  if (!ToAxes(leaf, mesh, rank, axes, error)) return false;
  if (in_list) imported.sharding += "<@mesh, ";
  AppendSdySharding(axes, mesh.mesh, imported.sharding);
  if (in_list) imported.sharding += '>';
  if (!imported.manual_axes.empty()) return true;
  for (const ResolvedAxis& axis : axes.manual) {
    std::string name;
    gspmd::AppendSdyAxis(axis, mesh.mesh, name);
    // A whole axis is written as its name alone, a sub-axis in Shardy's
    // notation.
    const auto& full = mesh.mesh.axes[static_cast<size_t>(axis.axis)];
    const bool is_full = axis.lo == 1 && axis.hi == full.size;
    imported.manual_axes.push_back(is_full ? full.name : name);
  }
  return true;
}

bool Import(const HloSharding& sharding, const ImportMesh& mesh,
            std::optional<size_t> rank, ImportedSharding& imported,
            Error& error) {
  if (sharding.kind != HloShardingKind::kTuple) {
    return AppendImported(sharding, mesh, rank, false, imported, error);
  }
  imported.sharding += '[';
  for (size_t i = 0; i < sharding.elements.size(); ++i) {
    if (i > 0) imported.sharding += ", ";
    // `rank` is for single tensors, not for the elements of a tuple.
    if (!AppendImported(sharding.elements[i], mesh, std::nullopt, true,
                        imported, error)) {
      return false;
    }
  }
  imported.sharding += ']';
  return true;
}

// Parses all inputs into canonical values.
std::optional<std::vector<HloSharding>> ParseAll(
    std::span<const Input> inputs, std::vector<Message>& messages) {
  std::vector<HloSharding> shardings;
  for (const Input& input : inputs) {
    Error fault;
    std::optional<HloSharding> sharding =
        gspmd::ParseHloSharding(input.text, fault);
    if (!sharding) return Fail(fault, input, messages);
    Canonicalize(*sharding);
    shardings.push_back(std::move(*sharding));
  }
  return shardings;
}

// Returns the given mesh or, if there is none, the mesh implied by the
// shardings.
std::optional<ImportMesh> MeshFor(std::span<const HloSharding> shardings,
                                  std::span<const Input> inputs,
                                  std::string_view given,
                                  std::vector<Message>& messages) {
  ImportMesh mesh;
  Error fault;
  if (!given.empty()) {
    std::optional<NamedMesh> parsed = gspmd::ParseSdyMesh(given, fault);
    if (!parsed || !UseMesh(std::move(*parsed), mesh, fault)) {
      return Fail(fault, MeshInput(given), messages);
    }
    return mesh;
  }
  size_t failed = 0;
  if (!InferMesh(shardings, mesh, failed, fault)) {
    return Fail(fault, inputs[failed], messages);
  }
  return mesh;
}

// Converts a sharding in any form to axes.
bool ToNamedSharding(const HloSharding& sharding, const ImportMesh& mesh,
                     NamedSharding& named, Error& error) {
  if (sharding.kind == HloShardingKind::kMaximal) {
    named.mesh.devices = gspmd::DeviceOrder::List({sharding.device});
    return true;
  }
  named.mesh = mesh.mesh;
  return ToAxes(sharding, mesh, std::nullopt, named.axes, error);
}

bool HasNamed(const HloSharding& sharding) {
  if (sharding.kind == HloShardingKind::kNamed) return true;
  for (const HloSharding& element : sharding.elements) {
    if (element.kind == HloShardingKind::kNamed) return true;
  }
  return false;
}

// Converts to another form, but keeps the shard group and metadata.
bool ConvertLeaf(const ImportMesh& mesh, HloShardingForm form,
                 HloSharding& leaf, Error& error) {
  const bool to_named = form == HloShardingForm::kV3;
  const bool by_axes = to_named ? leaf.kind != HloShardingKind::kUnknown
                                : leaf.kind == HloShardingKind::kNamed;
  if (by_axes) {
    NamedSharding named;
    HloSharding converted;
    if (!ToNamedSharding(leaf, mesh, named, error) ||
        !ToForm(named, form, converted, error)) {
      return false;
    }
    if (converted.metadata.empty()) converted.metadata = leaf.metadata;
    if (converted.kind != HloShardingKind::kNamed) {
      converted.group = leaf.group;
      converted.group_id = leaf.group_id;
    }
    leaf = std::move(converted);
  }
  if (!to_named) leaf.single_device_spelling = false;
  if (form == HloShardingForm::kV2) gspmd::RecoverIotas(leaf);
  return form != HloShardingForm::kV1 || ListDevices(leaf, error);
}

}  // namespace

std::optional<std::string> ToHloSharding(std::string_view mesh_text,
                                         std::string_view sharding,
                                         const ToHloShardingOptions& options,
                                         std::vector<Message>& messages) {
  Error fault;
  const std::optional<NamedMesh> mesh = gspmd::ParseSdyMesh(mesh_text, fault);
  if (!mesh) return Fail(fault, MeshInput(mesh_text), messages);
  const std::optional<gspmd::SdyShardings> parsed =
      gspmd::ParseSdySharding(sharding, *mesh, options.manual_axes, fault);
  if (!parsed) return Fail(fault, OneInput(sharding), messages);
  HloSharding tuple;
  tuple.kind = HloShardingKind::kTuple;
  for (const NamedSharding& item : parsed->items) {
    if (!ToForm(item, options.form, tuple.elements.emplace_back(), fault)) {
      return Fail(fault, OneInput(sharding), messages);
    }
  }
  return Text(parsed->is_list ? tuple : tuple.elements.front(), true);
}

std::optional<ImportedShardings> FromHloShardings(
    std::span<const std::string> texts, const FromHloShardingOptions& options,
    std::vector<Message>& messages) {
  if (options.rank > FromHloShardingOptions::kMaxRank) {
    messages.push_back(
        {.text = "the rank is larger than " +
                 std::to_string(FromHloShardingOptions::kMaxRank),
         .code = ErrorCode::kLimitExceeded});
    return std::nullopt;
  }
  std::vector<Input> inputs;
  for (size_t i = 0; i < texts.size(); ++i) {
    inputs.push_back(InputOf(texts, i));
  }
  const std::optional<std::vector<HloSharding>> shardings =
      ParseAll(inputs, messages);
  if (!shardings) return std::nullopt;
  const std::optional<ImportMesh> mesh =
      MeshFor(*shardings, inputs, options.mesh, messages);
  if (!mesh) return std::nullopt;
  ImportedShardings imported;
  gspmd::AppendSdyMesh(mesh->mesh, imported.mesh);
  for (size_t i = 0; i < texts.size(); ++i) {
    Error fault;
    if (!Import((*shardings)[i], *mesh, options.rank,
                imported.shardings.emplace_back(), fault)) {
      return Fail(fault, inputs[i], messages);
    }
  }
  return imported;
}

std::optional<std::string> NormalizeHloSharding(
    std::string_view text, const PrintHloShardingOptions& options,
    std::vector<Message>& messages) {
  const Input inputs[] = {OneInput(text)};
  std::optional<std::vector<HloSharding>> shardings =
      ParseAll(inputs, messages);
  if (!shardings) return std::nullopt;
  HloSharding& sharding = shardings->front();
  if (!options.form) return Text(sharding, options.metadata);
  // A mesh is needed only to read or write shardings in terms of axes. Tiles
  // contain the device order themselves.
  ImportMesh mesh;
  if (*options.form == HloShardingForm::kV3 || HasNamed(sharding)) {
    std::optional<ImportMesh> found = MeshFor(*shardings, inputs, "", messages);
    if (!found) return std::nullopt;
    mesh = std::move(*found);
  }
  Error fault;
  bool ok = true;
  if (sharding.kind != HloShardingKind::kTuple) {
    ok = ConvertLeaf(mesh, *options.form, sharding, fault);
  }
  for (HloSharding& element : sharding.elements) {
    ok = ok && ConvertLeaf(mesh, *options.form, element, fault);
  }
  if (!ok) return Fail(fault, inputs[0], messages);
  return Text(sharding, options.metadata);
}

std::optional<HloShardingExplanation> ExplainHloSharding(
    std::string_view text, std::string_view mesh_text,
    std::vector<Message>& messages) {
  // If the text isn't an HloSharding and there is a mesh, it may be a sharding
  // in Shardy's notation.
  std::string hlo(text);
  const size_t first = text.find_first_not_of(" \t\n\r");
  if (!mesh_text.empty() && first != std::string_view::npos &&
      text[first] != '{') {
    std::optional<std::string> exported =
        ToHloSharding(mesh_text, text, {HloShardingForm::kV3, {}}, messages);
    if (!exported) return std::nullopt;
    hlo = std::move(*exported);
  }
  const Input inputs[] = {OneInput(hlo)};
  const std::optional<std::vector<HloSharding>> shardings =
      ParseAll(inputs, messages);
  if (!shardings) return std::nullopt;
  const HloSharding& sharding = shardings->front();
  Error fault;
  if (sharding.kind == HloShardingKind::kTuple) {
    fault.Set(sharding.offset, "a tuple: explain its shardings one by one");
    return Fail(fault, inputs[0], messages);
  }
  const std::optional<ImportMesh> mesh =
      MeshFor(*shardings, inputs, mesh_text, messages);
  if (!mesh) return std::nullopt;
  NamedSharding named;
  HloSharding tiled;
  if (!ToNamedSharding(sharding, *mesh, named, fault) ||
      !ToTiles(named, tiled, fault)) {
    return Fail(fault, inputs[0], messages);
  }
  if (sharding.kind == HloShardingKind::kUnknown) tiled = sharding;

  HloShardingExplanation explanation;
  explanation.canonical = Text(sharding);
  gspmd::AppendSdyMesh(named.mesh, explanation.mesh);
  AppendSdySharding(named.axes, named.mesh, explanation.sharding);
  if (tiled.kind != HloShardingKind::kUnknown) {
    explanation.v3 = Text(gspmd::ToNamed(named));
  }
  HloSharding listed = tiled;
  if (ListDevices(listed, fault) && listed.devices.Count() <= 4096) {
    explanation.v1 = Text(listed);
  }
  gspmd::RecoverIotas(tiled);
  if (!tiled.devices.IsList()) explanation.v2 = Text(tiled);
  if (tiled.kind == HloShardingKind::kTiled) {
    explanation.grid = gspmd::DrawGrid(tiled);
  }
  explanation.words = gspmd::Explain(named, tiled);
  return explanation;
}

}  // namespace shardflow
