#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"

#include "api/program_impl.h"
#include "api/reply.h"
#include "api/request_analysis.h"
#include "base/similar.h"
#include "bytecode/read.h"
#include "explain/value_names.h"
#include "json/document.h"
#include "json/emit.h"
#include "json/input.h"
#include "json/read.h"
#include "json/write.h"
#include "shardflow/extend.h"
#include "shardflow/json.h"
#include "shardflow/passes.h"
#include "sharding/compat.h"

// Reads requests and answers them.

namespace shardflow {

using namespace internal;
namespace {

enum class Method {
  kPropagate,
  kPartition,
  kConvert,
  kCost,
  kLint,
  kAuto,
  kCancel,
  kVersion
};
constexpr std::array<std::string_view, 8> kMethods = {
    "propagate", "partition", "convert", "cost",
    "lint",      "auto",      "cancel",  "version"};

constexpr std::string_view kCancelled = "the request was cancelled";

// The first bytes of an artifact, encoded in base64.
constexpr std::string_view kEncodedArtifact = "TUzvU";

// Whether `text` is the base64 encoding of an artifact or of jax.export's
// output.
bool IsEncodedArtifact(std::string_view text) {
  if (text.starts_with(kEncodedArtifact)) return true;
  constexpr size_t kBegin = 64;
  std::string bytes;
  const auto decode = [&](std::string_view part) {
    return absl::Base64Unescape(absl::string_view(part.data(), part.size()),
                                &bytes);
  };
  // The first line of a program's text contains characters that base64 doesn't
  // use.
  return text.size() > kBegin && decode(text.substr(0, kBegin)) &&
         decode(text) && LooksLikeArtifact(bytes);
}

enum class OutputForm { kAsInput, kJson, kText, kArtifact, kNone };

enum RequestKey {
  kSchema,
  kVersionKey,
  kId,
  kMethod,
  kProgram,
  kName,
  kOptions,
  kRules,
  kOutput,
  kTarget,
};
constexpr std::array<std::string_view, 10> kRequestKeys = {
    "$schema", "version", "id",    "method", "program",
    "name",    "options", "rules", "output", "target"};

enum OptionKey {
  kPipeline,
  kPassOptions,
  kCompat,
  kExtraRules,
  kJax,
  kUnregistered,
  kDebugInfo,
  kShardings,
};
constexpr std::array<std::string_view, 8> kCommonKeys = {
    "pipeline",    "pass_options", "compat",
    "extra_rules", "jax",          "allow_unregistered_dialect",
    "debug_info",  "shardings"};
constexpr auto kOptionKeys = [] {
  std::array<std::string_view, kCommonKeys.size() + kAnalysisKeys.size()> keys;
  std::copy(kAnalysisKeys.begin(), kAnalysisKeys.end(),
            std::copy(kCommonKeys.begin(), kCommonKeys.end(), keys.begin()));
  return keys;
}();

}  // namespace

// A request whose program and rules haven't been read yet.
struct SHARDFLOW_HIDDEN Request::Impl {
  std::shared_ptr<const SourceBuffer> source;
  std::optional<JsonDocument> document;
  Error error;
  bool ok = false;  // if false, `error` is set

  std::string id = "null";
  std::string target = "null";
  Method method = Method::kPropagate;
  JsonRef program, rules;
  std::string name = "program";
  OutputForm output = OutputForm::kAsInput;

  std::string pipeline = "sdy-propagation-pipeline";
  std::string pass_options;
  RunOptions run;
  bool unregistered = false;
  bool debug_info = false;
  bool shardings = true;
  Analysis analysis;

  // Returns the state of a request that was moved from: an invalid request.
  static std::unique_ptr<Impl> Moved() {
    auto impl = std::make_unique<Impl>();
    impl->source = std::make_shared<const SourceBuffer>("request", "");
    impl->error.message = "the request was moved";
    return impl;
  }

  bool Read(size_t max_depth);
  bool ReadMethod(JsonInput& in, JsonRef value);
  bool ReadOutput(JsonInput& in, JsonRef value);
  bool ReadOptions(JsonInput& in, JsonRef options);
  bool ReadPassOptions(JsonInput& in, JsonRef value);
  bool CheckProgram(JsonInput& in);

  void Failed(JsonEmitter& e, std::string_view code,
              const std::vector<Message>& messages) const;
  void BadRequest(JsonEmitter& e) const;
  bool ReadRegistry(OpRegistry& registry, std::vector<Message>& messages) const;
  std::optional<Program> ReadProgram(std::vector<Message>& messages) const;
  OutputForm InputForm() const;
  // Returns the form in which to write the program into the reply.
  OutputForm Output() const {
    return output == OutputForm::kAsInput ? InputForm() : output;
  }
  bool Propagate(const std::atomic<bool>* stop, JsonEmitter& e,
                 Reply& reply) const;
  // `artifact` is the program as an artifact, if the request wants one.
  void WriteResult(Program& result, const ValueNames* names,
                   const std::string& artifact,
                   const std::vector<Message>& messages, JsonEmitter& e) const;
  void WriteProgram(const Program& result, const std::string& artifact,
                    JsonEmitter& e) const;
  // Answers cost, lint and auto.
  bool Analyse(const Program& given, const RunOptions& options,
               std::vector<Message>& messages, JsonEmitter& e) const;
};

// --- reading

bool Request::Impl::Read(size_t max_depth) {
  document = JsonDocument::Parse(source->text(), {.depth = max_depth}, error);
  if (!document) return false;
  JsonInput in(*document, error);
  const JsonDocument& d = *document;
  // The reply has the id even if everything else is wrong.
  if (d.Is(d.root(), JsonKind::kObject)) {
    const JsonRef at = d.Find(d.root(), "id");
    if (at && IsId(d, at)) id = IdText(d, at);
  }
  std::array<JsonRef, kRequestKeys.size()> at;
  if (!in.Fields(d.root(), kRequestKeys, at)) return false;
  if (at[kId] && !IsId(d, at[kId])) {
    return in.Fail(at[kId], "expected a string, a whole number or null");
  }
  int64_t version = 1;
  if (at[kVersionKey] && !in.Integer(at[kVersionKey], version)) return false;
  if (version != 1) return in.Fail(at[kVersionKey], "expected version 1");
  if (at[kMethod] && !ReadMethod(in, at[kMethod])) return false;
  if (at[kTarget]) {
    if (!IsId(d, at[kTarget])) {
      return in.Fail(at[kTarget], "expected the id of a request");
    }
    target = IdText(d, at[kTarget]);
  }
  if (at[kName]) {
    if (!in.Expect(at[kName], JsonKind::kString)) return false;
    std::string room;
    name = d.String(at[kName], room);
  }
  program = at[kProgram];
  rules = at[kRules];
  if (rules && !d.Is(rules, JsonKind::kString) &&
      !d.Is(rules, JsonKind::kObject)) {
    return in.Fail(rules, "expected an object or a string");
  }
  unregistered = static_cast<bool>(rules);
  if (at[kOutput] && !ReadOutput(in, at[kOutput])) return false;
  if (at[kOptions] && !ReadOptions(in, at[kOptions])) return false;
  if (method == Method::kPartition) {
    if (!at[kOptions] || !d.Find(at[kOptions], "pipeline")) {
      pipeline = "shardflow-partition-pipeline";
    }
    if (pass_options.find("propagate=") == std::string::npos) {
      pass_options += " propagate=true";
    }
  }
  if (method == Method::kCancel)
    return in.Needs(d.root(), at[kTarget], "target");
  return method == Method::kVersion || CheckProgram(in);
}

bool Request::Impl::CheckProgram(JsonInput& in) {
  return in.Needs(in.d.root(), program, "program") &&
         (in.d.Is(program, JsonKind::kString) ||
          in.Expect(program, JsonKind::kObject));
}

bool Request::Impl::ReadMethod(JsonInput& in, JsonRef value) {
  if (!in.Expect(value, JsonKind::kString)) return false;
  std::string room;
  const std::string_view word = in.d.String(value, room);
  for (size_t i = 0; i < kMethods.size(); ++i) {
    if (word != kMethods[i]) continue;
    method = static_cast<Method>(i);
    return true;
  }
  const std::string_view nearest = Nearest(word, kMethods);
  return in.Fail(value, "unknown method \"" + std::string(word) + "\"",
                 nearest.empty()
                     ? "methods are propagate, partition, convert, cost, lint, "
                       "auto, cancel and version"
                     : "did you mean \"" + std::string(nearest) + "\"?");
}

bool Request::Impl::ReadOutput(JsonInput& in, JsonRef value) {
  if (!in.Expect(value, JsonKind::kString)) return false;
  std::string room;
  const std::string_view word = in.d.String(value, room);
  if (word == "json") {
    output = OutputForm::kJson;
  } else if (word == "text") {
    output = OutputForm::kText;
  } else if (word == "artifact") {
    output = OutputForm::kArtifact;
  } else if (word == "none") {
    output = OutputForm::kNone;
  } else {
    return in.Fail(value,
                   "expected \"json\", \"text\", \"artifact\" or \"none\"");
  }
  return true;
}

bool Request::Impl::ReadOptions(JsonInput& in, JsonRef options) {
  std::array<JsonRef, kOptionKeys.size()> at;
  if (!in.Fields(options, kOptionKeys, at)) return false;
  std::string room;
  if (at[kPipeline]) {
    if (!in.Expect(at[kPipeline], JsonKind::kString)) return false;
    pipeline = in.d.String(at[kPipeline], room);
    if (!IsPass(pipeline)) {
      std::vector<PassInfo> passes = Passes();
      std::vector<std::string_view> names;
      for (const PassInfo& pass : passes) names.push_back(pass.name);
      const std::string_view nearest = Nearest(pipeline, names);
      return in.Fail(at[kPipeline], "unknown pass '" + pipeline + "'",
                     nearest.empty()
                         ? ""
                         : "did you mean \"" + std::string(nearest) + "\"?");
    }
  }
  if (at[kCompat]) {
    if (!in.Expect(at[kCompat], JsonKind::kString)) return false;
    const std::optional<CompatMode> mode =
        ParseCompatMode(in.d.String(at[kCompat], room));
    if (!mode) {
      return in.Fail(at[kCompat],
                     "expected \"shardy-2026-08\" or \"jaxlib-0.12\"");
    }
    run.compat = *mode;
  }
  if (at[kPassOptions] && !ReadPassOptions(in, at[kPassOptions])) return false;
  const auto flag = [&](OptionKey key, bool& to) {
    return !at[key] || in.ExpectBool(at[key], to);
  };
  return flag(kExtraRules, run.extra_rules) && flag(kJax, run.jax) &&
         flag(kUnregistered, unregistered) && flag(kDebugInfo, debug_info) &&
         flag(kShardings, shardings) &&
         analysis.Read(in, std::span(at).subspan(kCommonKeys.size()));
}

// Reads "a=true b=3" or {"a": true, "b": 3}.
bool Request::Impl::ReadPassOptions(JsonInput& in, JsonRef value) {
  std::string room;
  if (in.d.Is(value, JsonKind::kString)) {
    pass_options = in.d.String(value, room);
    return true;
  }
  if (!in.d.Is(value, JsonKind::kObject)) {
    return in.Fail(value, "expected an object or a string");
  }
  for (JsonRef key = in.d.First(value); key != in.d.Next(value);) {
    const JsonRef option = in.d.Next(key);
    if (!pass_options.empty()) pass_options += ' ';
    pass_options += in.d.String(key, room);
    pass_options += '=';
    if (in.d.Is(option, JsonKind::kString)) {
      const std::string_view word = in.d.String(option, room);
      if (word.find_first_of(" \t\n") != std::string_view::npos) {
        return in.Fail(option, "a space in an option's value",
                       "give the options as one string: "
                       "\"a='b c'\"");
      }
      pass_options += word;
    } else if (in.d.IsBool(option) || in.d.Is(option, JsonKind::kNumber)) {
      pass_options += in.d.raw(option);
    } else {
      return in.Fail(option, "expected a string, a number, true or false");
    }
    key = in.d.Next(option);
  }
  return true;
}

// --- answering

void Request::Impl::BadRequest(JsonEmitter& e) const {
  const SourcePlace place = source->Place(error.offset);
  BeginError(e, "bad-request", error.message);
  e.Key("pointer");
  e.String(error.pointer);
  e.Key("line");
  e.Int(place.line);
  e.Key("column");
  e.Int(place.column);
  if (!error.hint.empty()) {
    e.Key("hint");
    e.String(error.hint);
  }
  e.EndObject();
}

void Request::Impl::Failed(JsonEmitter& e, std::string_view code,
                           const std::vector<Message>& messages) const {
  std::string_view text = "failed without a message";
  for (const Message& message : messages) {
    if (message.kind != MessageKind::kError) continue;
    text = message.text;
    break;
  }
  BeginError(e, code, text);
  e.Key("diagnostics");
  WriteMessages(messages, e);
  e.EndObject();
}

bool Request::Impl::ReadRegistry(OpRegistry& registry,
                                 std::vector<Message>& messages) const {
  if (!rules) return true;
  std::string room;
  const std::string text(document->Is(rules, JsonKind::kString)
                             ? document->String(rules, room)
                             : document->raw(rules));
  return registry.ReadRules("rules", text, messages);
}

// Returns the form in which the program was given.
OutputForm Request::Impl::InputForm() const {
  if (document->Is(program, JsonKind::kObject)) return OutputForm::kJson;
  std::string room;
  const std::string_view text = document->String(program, room);
  return LooksLikeJson(text)       ? OutputForm::kJson
         : IsEncodedArtifact(text) ? OutputForm::kArtifact
                                   : OutputForm::kText;
}

std::optional<Program> Request::Impl::ReadProgram(
    std::vector<Message>& messages) const {
  struct ReadOptions read;
  read.allow_unregistered_dialect = unregistered;
  read.keep_names = method == Method::kPropagate;
  if (document->Is(program, JsonKind::kString)) {
    std::string room;
    std::string text(document->String(program, room));
    if (IsEncodedArtifact(text)) {
      std::string bytes;
      if (!absl::Base64Unescape(text, &bytes)) {
        messages.push_back({});
        messages.back().text = "an artifact that is no base64";
        return std::nullopt;
      }
      text = std::move(bytes);
    }
    return Program::Read(name, std::move(text), read, messages);
  }
  return ProgramAccess::Read(
      source, read,
      [&](const ParseOptions& options, Diagnostics& diagnostics) {
        Error mistake;
        std::optional<Module> module =
            ReadModuleJson(source, *document, program, options, mistake);
        if (!module) ReportError(mistake, *source, diagnostics);
        return module;
      },
      messages);
}

void Request::Impl::WriteProgram(const Program& result,
                                 const std::string& artifact,
                                 JsonEmitter& e) const {
  const OutputForm form = Output();
  e.Key("program");
  if (form == OutputForm::kArtifact) {
    return e.String(absl::Base64Escape(artifact));
  }
  if (form == OutputForm::kText) {
    WriteOptions write;
    write.debug_info = debug_info;
    return e.String(result.Write(write));
  }
  std::string text;
  WriteModuleJson(ProgramAccess::module(result),
                  {.debug_info = debug_info, .one_line = true}, text);
  e.Raw(text);
}

void Request::Impl::WriteResult(Program& result, const ValueNames* names,
                                const std::string& artifact,
                                const std::vector<Message>& messages,
                                JsonEmitter& e) const {
  e.Key("result");
  e.BeginObjectLines();
  if (output != OutputForm::kNone) WriteProgram(result, artifact, e);
  if (method == Method::kPropagate) {
    if (shardings) WriteShardings(result, names, e);
    WriteCommunication(result, names, e);
  }
  e.Key("diagnostics");
  WriteMessages(messages, e);
  WriteReports(result, e);
  e.EndObject();
}

bool Request::Impl::Analyse(const Program& given, const RunOptions& options,
                            std::vector<Message>& messages,
                            JsonEmitter& e) const {
  Analysis asked = analysis;
  asked.SetRun(options);
  if (method == Method::kCost) {
    if (!AnswerCost(given, asked, messages, e)) return false;
  } else if (method == Method::kLint) {
    if (!AnswerLint(given, asked, messages, e)) return false;
  } else {
    const std::optional<AutoReport> report =
        FindShardings(given, asked.search, messages);
    std::optional<std::string> artifact = "";
    if (report && Output() == OutputForm::kArtifact) {
      artifact = report->program.WriteArtifact("", messages);
    }
    const bool cancelled = options.stop != nullptr && *options.stop;
    if (!report || !artifact || cancelled) return false;
    e.Key("result");
    e.BeginObjectLines();
    if (output != OutputForm::kNone) {
      WriteProgram(report->program, *artifact, e);
    }
    WriteAuto(*report, e);
  }
  e.Key("diagnostics");
  WriteMessages(messages, e);
  e.EndObject();
  return true;
}

bool Request::Impl::Propagate(const std::atomic<bool>* stop, JsonEmitter& e,
                              Reply& reply) const {
  // Called between the steps. (Run checks for cancellation itself.)
  const auto cancelled = [&] {
    if (stop == nullptr || !*stop) return false;
    BeginError(e, "cancelled", kCancelled);
    e.EndObject();
    return true;
  };
  std::vector<Message> messages;
  OpRegistry registry;
  std::optional<Program> result;
  reply.bad_input = true;
  if (!ReadRegistry(registry, messages)) {
    Failed(e, "bad-request", messages);
    return false;
  }
  if (cancelled()) return false;
  result = ReadProgram(messages);
  if (cancelled()) return false;
  if (!result) {
    Failed(e, "bad-program", messages);
    return false;
  }
  // Names of values in the program as it was read.
  std::optional<ValueNames> names;
  if (method == Method::kPropagate && !ProgramAccess::names(*result).empty()) {
    names.emplace(ProgramAccess::module(*result),
                  ProgramAccess::names(*result));
  }
  RunOptions options = run;
  options.registry = &registry;
  options.stop = stop;
  options.allow_path_options = false;  // a request must not access files
  options.verify_after = true;
  if (method == Method::kCost || method == Method::kLint ||
      method == Method::kAuto) {
    reply.bad_input = !Analyse(*result, options, messages, e);
    if (reply.bad_input && !cancelled()) Failed(e, "failed", messages);
    return !reply.bad_input;
  }
  const bool ok = method == Method::kConvert ||
                  result->Run(pipeline, pass_options, options, messages);
  if (cancelled()) return false;
  std::optional<std::string> artifact = "";
  if (ok && Output() == OutputForm::kArtifact) {
    artifact = result->WriteArtifact("", messages);
  }
  if (!ok || !artifact) {
    Failed(e, "failed", messages);
    return false;
  }
  reply.bad_input = false;
  WriteResult(*result, names ? &*names : nullptr, *artifact, messages, e);
  return true;
}

Request::Request(std::string text, size_t max_depth)
    : impl_(std::make_unique<Impl>()) {
  impl_->source =
      std::make_shared<const SourceBuffer>("request", std::move(text));
  impl_->ok = impl_->Read(max_depth);
}
Request::Request(Request&& other) noexcept
    : impl_(std::exchange(other.impl_, Impl::Moved())) {}
Request& Request::operator=(Request&& other) noexcept {
  if (this != &other) impl_ = std::exchange(other.impl_, Impl::Moved());
  return *this;
}
Request::~Request() = default;

const std::string& Request::id() const { return impl_->id; }
bool Request::is_cancel() const {
  return impl_->ok && impl_->method == Method::kCancel;
}
const std::string& Request::target() const { return impl_->target; }

Reply Request::Answer(const ReplyOptions& options) const {
  Reply reply;
  JsonEmitter e(reply.json, options.one_line);
  e.BeginObjectLines();
  e.Key("id");
  e.Raw(impl_->id);
  if (!impl_->ok) {
    reply.bad_input = true;
    impl_->BadRequest(e);
  } else if (impl_->method == Method::kVersion) {
    reply.ok = true;
    WriteVersion(e);
  } else if (impl_->method == Method::kCancel) {
    // The caller runs no other request, so there is nothing to cancel.
    return {CancelReply(impl_->id, false), true, false};
  } else {
    reply.ok = impl_->Propagate(options.stop, e, reply);
  }
  e.EndObject();
  return reply;
}

}  // namespace shardflow
