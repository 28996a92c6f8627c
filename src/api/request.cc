#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"

#include "api/answering.h"
#include "api/program_impl.h"
#include "api/reply.h"
#include "api/request_analysis.h"
#include "api/request_method.h"
#include "api/request_output.h"
#include "api/request_reshard.h"
#include "api/request_session.h"
#include "api/request_value.h"
#include "base/similar.h"
#include "explain/value_names.h"
#include "json/document.h"
#include "json/emit.h"
#include "json/input.h"
#include "json/read.h"
#include "shardflow/extend.h"
#include "shardflow/json.h"
#include "shardflow/passes.h"
#include "sharding/compat.h"

// Reads requests and answers them.

namespace shardflow {

using namespace internal;
namespace {

constexpr std::string_view kCancelled = "the request was cancelled";

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
  kValue,
  kMesh,
  kType,
  kFrom,
  kTo,
  kSession,
  kEdits,
  kCheckpoint,
  kReplyVersion,
};
constexpr std::array<std::string_view, 19> kRequestKeys = {
    "$schema", "version", "id",         "method",       "program",
    "name",    "options", "rules",      "output",       "target",
    "value",   "mesh",    "type",       "from",         "to",
    "session", "edits",   "checkpoint", "reply_version"};

// A key that requests must have if `needed` is true for their method, and
// otherwise must not have.
struct KeyOfMethods {
  RequestKey key;
  bool (*needed)(Method method);
};
constexpr KeyOfMethods kKeysOfMethods[] = {
    {kTarget, [](Method m) { return m == Method::kCancel; }},
    {kValue,
     [](Method m) {
       return m == Method::kExplain || m == Method::kSessionExplain;
     }},
    {kMesh, [](Method m) { return m == Method::kReshard; }},
    {kType, [](Method m) { return m == Method::kReshard; }},
    {kFrom, [](Method m) { return m == Method::kReshard; }},
    {kTo, [](Method m) { return m == Method::kReshard; }},
    {kSession, IsOfSession},
    {kEdits, [](Method m) { return m == Method::kSessionEdit; }},
    {kCheckpoint,
     [](Method m) {
       return m == Method::kSessionRollback || m == Method::kSessionRelease;
     }},
    {kProgram, TakesProgram},
};

enum OptionKey {
  kPipeline,
  kPassOptions,
  kCompat,
  kExtraRules,
  kDynamicShapes,
  kJax,
  kUnregistered,
  kDebugInfo,
  kShardings,
  kCheck,
};
constexpr std::array<std::string_view, 10> kCommonKeys = {
    "pipeline",
    "pass_options",
    "compat",
    "extra_rules",
    "dynamic_shapes",
    "jax",
    "allow_unregistered_dialect",
    "debug_info",
    "shardings",
    "check"};
constexpr auto kOptionKeys = [] {
  std::array<std::string_view, kCommonKeys.size() + kAnalysisKeys.size()> keys;
  std::copy(kAnalysisKeys.begin(), kAnalysisKeys.end(),
            std::copy(kCommonKeys.begin(), kCommonKeys.end(), keys.begin()));
  return keys;
}();

bool IsOption(std::string_view key) {
  return std::ranges::find(kOptionKeys, key) != kOptionKeys.end();
}

// Refuses options at the top of a request, and says where they go.
bool CheckNoOptions(JsonInput& in) {
  const JsonDocument& d = in.d;
  if (!d.Is(d.root(), JsonKind::kObject) || d.IsFolded(d.root())) return true;
  std::string room;
  const JsonRef end = d.Next(d.root());
  for (JsonRef at = d.First(d.root()); at != end; at = d.Next(d.Next(at))) {
    const std::string_view key = d.String(at, room);
    if (!IsOption(key) ||
        std::ranges::find(kRequestKeys, key) != kRequestKeys.end()) {
      continue;
    }
    const std::string quoted = "\"" + std::string(key) + "\"";
    return in.Fail(
        at, "unknown key " + quoted,
        quoted + " is an option: {\"options\": {" + quoted + ": ...}}");
  }
  return true;
}

// Returns a hint that lists the methods: "methods are propagate, ... and
// version".
std::string KnownMethods() {
  std::string text = "methods are ";
  for (size_t i = 0; i < kMethods.size(); ++i) {
    if (i > 0) text += i + 1 < kMethods.size() ? ", " : " and ";
    text += kMethods[i];
  }
  return text;
}

}  // namespace

// A request whose program and rules haven't been read yet.
struct SHARDFLOW_HIDDEN Request::Impl {
  using At = std::array<JsonRef, kRequestKeys.size()>;

  std::shared_ptr<const SourceBuffer> source;
  std::optional<JsonDocument> document;
  Error error;
  bool ok = false;  // if false, `error` is set

  std::string id = "null";
  std::string target = "null";
  Method method = Method::kPropagate;
  JsonRef program, rules;
  std::string name = "program";
  std::optional<ProgramForm> output;  // nullopt means the form in the request
  // The version of the reply's schema. Version 1 uses the names that values
  // have in the reply's program.
  int64_t reply_version = 2;

  std::string pipeline = "sdy-propagation-pipeline";
  std::string pass_options;
  RunOptions run;
  bool unregistered = false;
  bool debug_info = false;
  bool shardings = true;
  bool check = false;
  Analysis analysis;
  JsonRef value_at;
  ReshardRequest reshard;
  ReshardPlaces reshard_at;
  SessionRequest session;

  // Returns the state of a request that was moved from: an invalid request.
  static std::unique_ptr<Impl> Moved() {
    auto impl = std::make_unique<Impl>();
    impl->source = std::make_shared<const SourceBuffer>("request", "");
    impl->error.message = "the request was moved";
    return impl;
  }

  bool Read(size_t max_depth);
  bool ReadMethod(JsonInput& in, JsonRef value);
  bool CheckKeys(JsonInput& in, const At& at) const;
  bool ReadOptions(JsonInput& in, JsonRef options);
  bool ReadPassOptions(JsonInput& in, JsonRef value);
  bool ReadSessionRequest(JsonInput& in, const At& at);

  bool ReadRegistry(OpRegistry& registry, std::vector<Message>& messages) const;
  std::optional<Program> ReadProgram(std::vector<Message>& messages) const;
  // Returns the form that the program has in the reply.
  ProgramForm Output() const {
    return output ? *output : FormOf(*document, program);
  }

  Ending AnswerAny(Answering& a) const;
  Ending AnswerProgram(Answering& a) const;
  // Answers cost, lint, auto and explain.
  Ending Analyse(const Program& given, const RunOptions& options,
                 Answering& a) const;
  Ending ExplainValue(const Program& given, const Analysis& asked,
                      Answering& a) const;
  Ending Run(Program& result, const RunOptions& options, Answering& a) const;
  // Writes the result of propagate, partition, convert, session.export and
  // session.partition.
  // Returns false on error.
  bool WriteResult(Program& result, const ValueNames* names, ProgramForm form,
                   Answering& a) const;

  void WriteError(Ending ending, const Answering& a) const;
  void Failed(JsonEmitter& e, std::string_view code,
              const std::vector<Message>& messages) const;
  void BadRequest(JsonEmitter& e, const Error& wrong,
                  const std::vector<Message>& messages) const;
};

// --- reading

bool Request::Impl::Read(size_t max_depth) {
  document =
      JsonDocument::ParseFolded(source->text(), {.depth = max_depth}, error);
  if (!document) return false;
  JsonInput in(*document, error);
  const JsonDocument& d = *document;
  // The reply contains the id even if everything else is invalid.
  if (d.Is(d.root(), JsonKind::kObject)) {
    const JsonRef at = d.Find(d.root(), "id");
    if (at && IsId(d, at)) id = IdText(d, at);
  }
  std::array<JsonRef, kRequestKeys.size()> at;
  if (!CheckNoOptions(in)) return false;
  if (!in.Fields(d.root(), kRequestKeys, at)) return false;
  if (at[kId] && !IsId(d, at[kId])) {
    return in.Fail(at[kId], "expected a string, a whole number or null");
  }
  int64_t version = 1;
  if (at[kVersionKey] && !in.Integer(at[kVersionKey], version)) return false;
  if (version != 1) return in.Fail(at[kVersionKey], "expected version 1");
  if (at[kReplyVersion]) {
    if (!in.Integer(at[kReplyVersion], reply_version)) return false;
    if (reply_version != 1 && reply_version != 2) {
      return in.Fail(at[kReplyVersion], "expected version 1 or 2");
    }
  }
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
  value_at = at[kValue];
  session.method_at = at[kMethod];
  if (rules && !d.Is(rules, JsonKind::kString) &&
      !d.Is(rules, JsonKind::kObject)) {
    return in.Fail(rules, "expected an object or a string");
  }
  unregistered = static_cast<bool>(rules);
  if (at[kOutput] && !ReadForm(in, at[kOutput], output.emplace())) return false;
  if (at[kOptions] && !ReadOptions(in, at[kOptions])) return false;
  if (method == Method::kPartition) {
    if (!at[kOptions] || !d.Find(at[kOptions], "pipeline")) {
      pipeline = "shardflow-partition-pipeline";
    }
    if (pass_options.find("propagate=") == std::string::npos) {
      pass_options += " propagate=true";
    }
  }
  if (!CheckKeys(in, at)) return false;
  if (value_at && !ReadAskedValue(in, value_at, analysis.explain)) return false;
  if (TakesProgram(method)) {
    return d.Is(program, JsonKind::kString) ||
           in.Expect(program, JsonKind::kObject);
  }
  if (method == Method::kReshard) {
    reshard.options = analysis.reshard;
    reshard.options.compat = run.compat;
    reshard_at = {.mesh = at[kMesh],
                  .type = at[kType],
                  .from = at[kFrom],
                  .to = at[kTo],
                  .topology = at[kOptions] ? d.Find(at[kOptions], "topology")
                                           : JsonRef::None()};
    return ReadReshard(in, reshard_at, reshard);
  }
  return !IsOfSession(method) || ReadSessionRequest(in, at);
}

// Checks the keys that only some methods have.
bool Request::Impl::CheckKeys(JsonInput& in, const At& at) const {
  for (const auto& [key, needed] : kKeysOfMethods) {
    if (needed(method)) {
      if (!in.Needs(in.d.root(), at[key], kRequestKeys[key])) return false;
      continue;
    }
    // Methods of the first version ignored these keys.
    const bool ignored =
        key == kTarget || (key == kProgram && method < Method::kSessionOpen &&
                           method != Method::kReshard);
    if (!at[key] || ignored) continue;
    std::string hint;
    if (IsOption(kRequestKeys[key])) {
      const std::string quoted = "\"" + std::string(kRequestKeys[key]) + "\"";
      hint = "as an option, it goes into {\"options\": {" + quoted +
             ": ...}}; here ";
    }
    const size_t begin = hint.size();
    for (size_t i = 0; i < kMethods.size(); ++i) {
      if (!needed(static_cast<Method>(i))) continue;
      hint += hint.size() == begin ? "it is a key of " : ", ";
      hint += kMethods[i];
    }
    return in.Fail(at[key],
                   "method \"" + std::string(NameOf(method)) +
                       "\" has no key \"" + std::string(kRequestKeys[key]) +
                       "\"",
                   std::move(hint));
  }
  return true;
}

bool Request::Impl::ReadSessionRequest(JsonInput& in, const At& at) {
  session.method = method;
  session.id_at = at[kSession];
  session.value_at = at[kValue];
  session.checkpoint_at = at[kCheckpoint];
  session.value = analysis.explain;
  session.price = analysis.price;
  session.pass_options = pass_options;
  session.check = check;
  session.form = output;
  return in.Integer(at[kSession], session.id) &&
         (!at[kCheckpoint] ||
          in.Integer(at[kCheckpoint], session.checkpoint)) &&
         (!at[kEdits] || ReadEdits(in, at[kEdits], session.edits));
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
                     ? KnownMethods()
                     : "did you mean \"" + std::string(nearest) + "\"?");
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
  if (!flag(kExtraRules, run.extra_rules) ||
      !flag(kDynamicShapes, run.dynamic_shapes) || !flag(kJax, run.jax) ||
      !flag(kUnregistered, unregistered) || !flag(kDebugInfo, debug_info) ||
      !flag(kShardings, shardings) || !flag(kCheck, check)) {
    return false;
  }
  // To predict JAX's behaviour, the analysis has to propagate the program.
  analysis.cost.propagate = run.jax;
  return analysis.Read(in, std::span(at).subspan(kCommonKeys.size()));
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

void Request::Impl::BadRequest(JsonEmitter& e, const Error& wrong,
                               const std::vector<Message>& messages) const {
  const SourcePlace place = source->Place(wrong.offset);
  BeginError(e, "bad-request", wrong.message);
  e.String("pointer", wrong.pointer);
  e.Int("line", place.line);
  e.Int("column", place.column);
  if (!wrong.hint.empty()) {
    e.String("hint", wrong.hint);
  }
  if (!messages.empty()) {
    e.Key("diagnostics");
    WriteMessages(messages, e);
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

void Request::Impl::WriteError(Ending ending, const Answering& a) const {
  const auto plain = [&](std::string_view code, std::string_view message) {
    BeginError(a.e, code, message);
    if (!a.error.hint.empty()) {
      a.e.String("hint", a.error.hint);
    }
    a.e.EndObject();
  };
  switch (ending) {
    case Ending::kDone:
      return;
    case Ending::kCancelled:
      return plain("cancelled", kCancelled);
    case Ending::kBadRequest:
      return BadRequest(a.e, a.error, a.messages);
    case Ending::kBadRules:
      return Failed(a.e, "bad-request", a.messages);
    case Ending::kBadProgram:
      return Failed(a.e, "bad-program", a.messages);
    case Ending::kFailed:
      return Failed(a.e, "failed", a.messages);
    case Ending::kLimit:
      return plain("limit", a.error.message);
    case Ending::kBusy:
      return plain("busy", a.error.message);
  }
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

std::optional<Program> Request::Impl::ReadProgram(
    std::vector<Message>& messages) const {
  struct ReadOptions read;
  read.allow_unregistered_dialect = unregistered;
  read.keep_names =
      method == Method::kPropagate || method == Method::kPartition ||
      method == Method::kExplain || method == Method::kSessionOpen;
  if (document->Is(program, JsonKind::kString)) {
    std::string room;
    std::string text(document->String(program, room));
    const auto refuse = [&](std::string why) {
      messages.push_back(
          {.text = std::move(why), .code = ErrorCode::kInvalidInput});
      return std::nullopt;
    };
    // An empty file is a valid program, but an empty string in a request is a
    // mistake of the client.
    if (text.empty()) return refuse("the program is empty");
    if (IsEncodedArtifact(text)) {
      std::string bytes;
      if (!absl::Base64Unescape(text, &bytes)) {
        return refuse("the artifact is not base64");
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

bool Request::Impl::WriteResult(Program& result, const ValueNames* names,
                                ProgramForm form, Answering& a) const {
  ProgramOutput written(form, debug_info);
  if (!written.Prepare(result, a.messages)) return false;
  JsonEmitter& e = a.e;
  e.Key("result");
  e.BeginObjectLines();
  if (IsOfSession(method)) e.Int("session", session.id);
  written.Write(result, e);
  if (reply_version == 1) names = nullptr;
  if (shardings && method != Method::kConvert) {
    WriteShardings(result, names, e);
  }
  if (method == Method::kPropagate || method == Method::kSessionExport) {
    WriteCommunication(result, names, e);
  }
  e.Key("diagnostics");
  WriteMessages(a.messages, e);
  WriteReports(result, e);
  e.EndObject();
  return true;
}

Ending Request::Impl::ExplainValue(const Program& given, const Analysis& asked,
                                   Answering& a) const {
  const Module& m = ProgramAccess::module(given);
  const ValueNames names(m, ProgramAccess::names(given));
  if (!FindAskedValue(m, names, asked.explain, value_at, a.in, a.messages)) {
    return Ending::kBadRequest;
  }
  return AnswerExplain(given, asked, a.messages, a.e) ? Ending::kDone
                                                      : a.Failed();
}

Ending Request::Impl::Analyse(const Program& given, const RunOptions& options,
                              Answering& a) const {
  Analysis asked = analysis;
  asked.SetRun(options);
  if (method == Method::kCost) {
    if (!AnswerCost(given, asked, a.messages, a.e)) return a.Failed();
  } else if (method == Method::kLint) {
    if (!AnswerLint(given, asked, a.messages, a.e)) return a.Failed();
  } else if (method == Method::kExplain) {
    const Ending ending = ExplainValue(given, asked, a);
    if (ending != Ending::kDone) return ending;
  } else {
    const std::optional<AutoReport> report =
        FindShardings(given, asked.search, a.messages);
    ProgramOutput written(Output(), debug_info);
    if (!report || !written.Prepare(report->program, a.messages) ||
        a.IsCancelled()) {
      return a.Failed();
    }
    a.e.Key("result");
    a.e.BeginObjectLines();
    written.Write(report->program, a.e);
    WriteAuto(*report, a.e);
  }
  a.e.Key("diagnostics");
  WriteMessages(a.messages, a.e);
  a.e.EndObject();
  return Ending::kDone;
}

Ending Request::Impl::Run(Program& result, const RunOptions& options,
                          Answering& a) const {
  // Names of values in the program as it was read.
  std::optional<ValueNames> names;
  if (method != Method::kConvert && !ProgramAccess::names(result).empty()) {
    names.emplace(ProgramAccess::module(result), ProgramAccess::names(result));
  }
  bool ok = method == Method::kConvert ||
            result.Run(pipeline, pass_options, options, a.messages);
  if (ok && check && method == Method::kPartition) {
    ok = result.Run("shardflow-check-per-device", "", options, a.messages);
  }
  if (a.IsCancelled()) return Ending::kCancelled;
  return ok && WriteResult(result, names ? &*names : nullptr, Output(), a)
             ? Ending::kDone
             : Ending::kFailed;
}

Ending Request::Impl::AnswerProgram(Answering& a) const {
  Ending ending = Ending::kDone;
  if (method == Method::kSessionOpen &&
      !MayOpen(session.method_at, a, ending)) {
    return ending;
  }
  OpRegistry registry;
  if (!ReadRegistry(registry, a.messages)) return Ending::kBadRules;
  if (a.IsCancelled()) return Ending::kCancelled;
  std::optional<Program> given = ReadProgram(a.messages);
  if (a.IsCancelled()) return Ending::kCancelled;
  if (!given) return Ending::kBadProgram;
  RunOptions options = run;
  options.registry = &registry;
  options.stop = a.options.stop;
  options.allow_path_options = false;  // a request must not access files
  options.time_passes = true;
  if (method == Method::kSessionOpen) {
    return AnswerOpen(
        *std::move(given),
        {.run = options, .conservative = analysis.explain.conservative},
        Output(), session.method_at, a);
  }
  options.verify_after = true;
  const bool returns_program = method == Method::kPropagate ||
                               method == Method::kPartition ||
                               method == Method::kConvert;
  return returns_program ? Run(*given, options, a)
                         : Analyse(*given, options, a);
}

Ending Request::Impl::AnswerAny(Answering& a) const {
  if (method == Method::kReshard) return AnswerReshard(reshard, reshard_at, a);
  if (!IsOfSession(method)) return AnswerProgram(a);
  return AnswerSession(
      session,
      [this](Program& program, const ValueNames& names, ProgramForm form,
             Answering& answering) {
        return WriteResult(program, &names, form, answering);
      },
      a);
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
    impl_->BadRequest(e, impl_->error, {});
  } else if (impl_->method == Method::kVersion) {
    reply.ok = true;
    WriteVersion(e);
  } else if (impl_->method == Method::kCancel) {
    // The caller runs no other request, so there is nothing to cancel.
    return {CancelReply(impl_->id, false), true, false};
  } else {
    Answering answering(*impl_->document, options, e);
    const Ending ending = impl_->AnswerAny(answering);
    reply.ok = ending == Ending::kDone;
    reply.bad_input = !reply.ok;
    impl_->WriteError(ending, answering);
  }
  e.EndObject();
  return reply;
}

}  // namespace shardflow
