#include "api/request_session.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "api/cost_json.h"
#include "api/program_impl.h"
#include "api/reply.h"
#include "api/request_analysis.h"
#include "api/request_value.h"
#include "api/session_access.h"
#include "api/sharding_info.h"
#include "json/attr_read.h"
#include "json/attr_write.h"
#include "ops/functions.h"
#include "shardflow/views.h"

namespace shardflow::internal {
namespace {

// A value, or a result of a function, that a request names.
struct NamedPlace {
  ValueRef value;  // for a result: the returned value (empty in main)
  OpRef function;
  int result = -1;  // -1: not a result
};

class SessionAnswer {
 public:
  SessionAnswer(const SessionRequest& request, SessionUse use,
                const ExportWriter& write, Answering& answering)
      : r_(request),
        use_(std::move(use)),
        write_(write),
        a_(answering),
        e_(answering.e) {
    session().SetStop(a_.options.stop);
  }
  ~SessionAnswer() {
    // The stop flag may not outlive the request.
    if (use_) session().SetStop(nullptr);
  }
  SessionAnswer(const SessionAnswer&) = delete;
  SessionAnswer& operator=(const SessionAnswer&) = delete;

  Ending Run() {
    switch (r_.method) {
      case Method::kSessionEdit:
        return Edit();
      case Method::kSessionPropagate:
        return Propagate();
      case Method::kSessionChanged:
        return Changed();
      case Method::kSessionExplain:
        return Explain();
      case Method::kSessionPrice:
        return Price();
      case Method::kSessionExport:
        return Write(session().Exported(a_.messages));
      case Method::kSessionPartition:
        return Write(SessionAccess::Partitioned(session(), r_.pass_options,
                                                r_.check, a_.messages));
      case Method::kSessionCheckpoint:
        return Checkpoint();
      case Method::kSessionRollback:
        return Rollback();
      case Method::kSessionRelease:
        return Release();
      default:
        return Close();
    }
  }

 private:
  Session& session() const { return use_->session; }

  // --- the result
  void Begin() {
    e_.Key("result");
    e_.BeginObjectLines();
    e_.Int("session", use_.id());
  }
  Ending End() {
    e_.Key("diagnostics");
    WriteMessages(a_.messages, e_);
    e_.EndObject();
    return Ending::kDone;
  }
  void Memory() { e_.Int("bytes", session().MemoryBytes()); }

  // --- the methods
  Ending Edit() {
    std::vector<NamedPlace> places;
    for (const SessionEdit& edit : r_.edits) {
      const std::optional<NamedPlace> place = Find(edit.value, edit.value_at);
      if (!place) return Ending::kBadRequest;
      places.push_back(*place);
    }
    if (!a_.Commit()) return Ending::kCancelled;
    const int64_t start = session().Checkpoint();
    for (size_t i = 0; i < places.size(); ++i) {
      if (Annotate(places[i], r_.edits[i])) continue;
      // Make either all edits or none.
      (void)session().Rollback(start, a_.messages);
      (void)session().Release(start, a_.messages);
      return Ending::kBadRequest;
    }
    (void)session().Release(start, a_.messages);
    Begin();
    e_.Int("edits", static_cast<int64_t>(places.size()));
    return End();
  }

  bool Annotate(const NamedPlace& place, const SessionEdit& edit) {
    std::vector<Message> messages;
    const bool ok =
        place.result < 0
            ? session().SetSharding(place.value, edit.sharding, messages)
            : session().SetResultSharding(place.function, place.result,
                                          edit.sharding, messages);
    if (ok) return true;
    const bool has_text = !messages.empty();
    a_.in.Fail(edit.sharding_at,
               has_text ? messages.front().text : "the edit was refused");
    if (has_text && !messages.front().notes.empty()) {
      a_.messages.push_back(std::move(messages.front()));
    }
    return false;
  }

  // Finds a value by its name in the program of the request that opened the
  // session.
  std::optional<NamedPlace> Find(const ExplainRequest& asked, JsonRef at) {
    const Program& program = session().Annotated();
    const Module& m = ProgramAccess::module(program);
    const std::optional<AskedValue> found =
        FindAskedValue(m, use_->names, asked, at, a_.in, a_.messages);
    if (!found) return std::nullopt;
    const Origin origin = ProgramAccess::origin(program);
    const NamedPlace place = {.value = ToRef(origin, found->value),
                              .function = ToRef(origin, found->function),
                              .result = found->result};
    if (place.result >= 0 ? ToId(m, origin, place.function).index >= 0
                          : ToId(m, origin, place.value).index >= 0) {
      return place;
    }
    a_.in.Fail(at, "the session has no such value any more",
               "importing the program removed it: it was unused, or its "
               "function was inlined");
    return std::nullopt;
  }

  // A propagation that fails or is cancelled leaves the session as it was. Its
  // edits are kept, and the next propagation applies them.
  Ending Propagate() {
    const int64_t start = session().Checkpoint();
    const bool ok = session().Propagate(a_.messages);
    const bool wanted = ok && a_.Commit();
    if (!wanted) {
      std::vector<Message> none;
      (void)session().Rollback(start, none);
      (void)session().Release(start, none);
      return ok ? Ending::kCancelled : a_.Failed();
    }
    NoteChanges();
    (void)session().Release(start, a_.messages);
    const SessionStats stats = session().Stats();
    Begin();
    e_.Key("stats");
    e_.BeginObject();
    e_.Int("visits", stats.visits);
    e_.Int("values_changed", stats.values_changed);
    e_.String("replay_reason", stats.replay_reason);
    e_.EndObject();
    Memory();
    return End();
  }

  void NoteChanges() {
    use_->changed_values = session().ChangedValues();
    use_->changed_results = session().ChangedResults();
  }

  Ending Changed() {
    const ProgramView view = session().View();
    const Module& m = ProgramAccess::module(view.program());
    const Origin origin = ProgramAccess::origin(view.program());
    Begin();
    e_.Key("changed");
    e_.BeginArrayLines();
    for (const ValueRef value : use_->changed_values) {
      const ValueId id = ToId(m, origin, value);
      if (!id) continue;  // propagation erased it
      const ExplainedTensor tensor = use_->names.Describe(id);
      WriteRow(tensor.function.empty() ? FunctionOf(m, id) : tensor.function,
               tensor.name, view.Type(value), view.Sharding(value));
    }
    for (const ChangedResult& changed : use_->changed_results) {
      const std::vector<ValueRef> returned = view.Returned(changed.function);
      const auto i = static_cast<size_t>(changed.result);
      WriteRow(view.Symbol(changed.function), "result " + std::to_string(i),
               i < returned.size() ? view.Type(returned[i]) : "",
               view.ResultSharding(changed.function, changed.result));
    }
    e_.EndArray();
    return End();
  }

  static std::string FunctionOf(const Module& m, ValueId value) {
    OpId op = OwningOp(m, value);
    while (op && !IsFunction(m, op)) op = m.parent_op(op);
    const NameId symbol = op ? m.symbol(op) : NameId::None();
    return symbol ? std::string(m.names.Get(symbol)) : "";
  }

  void WriteRow(std::string_view function, std::string_view name,
                std::string_view type,
                const std::optional<ShardingInfo>& sharding) {
    e_.BeginObject();
    e_.String("function", function);
    e_.String("value", name);
    e_.String("type", type);
    e_.Key("sharding");
    const auto made =
        sharding ? FromInfo(*sharding, scratch_.shardings, scratch_.names)
                 : std::nullopt;
    if (made) {
      WriteSharding(scratch_, scratch_.shardings.Intern(*made), e_);
    } else {
      e_.Null();
    }
    e_.EndObject();
  }

  Ending Explain() {
    const std::optional<NamedPlace> place = Find(r_.value, r_.value_at);
    if (!place) return Ending::kBadRequest;
    const std::optional<Explanation> explanation =
        place->value ? session().Explain(place->value, a_.messages)
                     : session().ExplainResult(place->result, a_.messages);
    if (!explanation) return a_.Failed();
    Begin();
    WriteExplanation(*explanation, e_);
    return End();
  }

  Ending Price() {
    const std::optional<SessionPrice> price =
        session().Price(r_.price, a_.messages);
    if (!price || a_.IsCancelled()) return a_.Failed();
    Begin();
    WritePrice(*price);
    return End();
  }

  void WritePrice(const SessionPrice& price) {
    e_.Key("price");
    e_.BeginObject();
    e_.Int("wire_bytes", price.wire_bytes);
    e_.Int("collectives", price.collectives);
    e_.Int("flops", price.flops);
    e_.Int("arguments", price.arguments);
    e_.Int("results", price.results);
    if (r_.price.peak) {
      e_.Int("temporaries", price.temporaries);
      e_.Int("peak", price.peak);
    }
    if (!r_.price.topology.empty()) EmitTime(price.time, e_);
    e_.Bool("from_scratch", price.from_scratch);
    e_.EndObject();
  }

  Ending Write(std::optional<Program> program) {
    if (!program || a_.IsCancelled()) return a_.Failed();
    const ValueNames names(use_->names, ProgramAccess::module(*program));
    return write_(*program, names, r_.form.value_or(use_->form), a_)
               ? Ending::kDone
               : a_.Failed();
  }

  Ending Checkpoint() {
    if (!a_.Commit()) return Ending::kCancelled;
    const int64_t checkpoint = session().Checkpoint();
    Begin();
    e_.Int("checkpoint", checkpoint);
    return End();
  }

  Ending Rollback() {
    if (!a_.Commit()) return Ending::kCancelled;
    if (!session().Rollback(r_.checkpoint, a_.messages)) {
      return NoCheckpoint();
    }
    NoteChanges();
    return CheckpointDone();
  }

  Ending Release() {
    if (!a_.Commit()) return Ending::kCancelled;
    if (!session().Release(r_.checkpoint, a_.messages)) return NoCheckpoint();
    return CheckpointDone();
  }

  Ending NoCheckpoint() {
    a_.in.Fail(r_.checkpoint_at, a_.messages.back().text);
    a_.messages.clear();
    return Ending::kBadRequest;
  }
  Ending CheckpointDone() {
    Begin();
    e_.Int("checkpoint", r_.checkpoint);
    return End();
  }

  Ending Close() {
    if (!a_.Commit()) return Ending::kCancelled;
    Begin();
    use_.CloseSession();
    return End();
  }

  const SessionRequest& r_;
  SessionUse use_;
  const ExportWriter& write_;
  Answering& a_;
  JsonEmitter& e_;
  Module scratch_;  // contains the shardings to write
};

// Whether the request may make the session grow.
bool Grows(Method method) {
  return method == Method::kSessionEdit ||
         method == Method::kSessionPropagate ||
         method == Method::kSessionCheckpoint;
}

// Returns the caller's store of open sessions. If there is none, reports an
// error and returns null.
OpenSessions* SessionsOf(JsonRef method_at, Answering& answering) {
  if (answering.options.sessions != nullptr) {
    return &SessionStoreAccess::Get(*answering.options.sessions);
  }
  answering.in.Fail(
      method_at, "no sessions are kept here",
      "send it to `shardflow serve` (in C++, set ReplyOptions::sessions)");
  return nullptr;
}

}  // namespace

bool ReadEdits(JsonInput& in, JsonRef list, std::vector<SessionEdit>& edits) {
  enum { kValue, kSharding };
  static constexpr std::array<std::string_view, 2> kKeys = {"value",
                                                            "sharding"};
  if (!in.Expect(list, JsonKind::kArray)) return false;
  Module m;
  const ParseOptions options;
  AttrReader reader(m, in, options);
  for (const JsonRef item : in.d.Items(list)) {
    std::array<JsonRef, 2> at;
    SessionEdit edit;
    if (!in.Fields(item, kKeys, at) || !in.Needs(item, at[kValue], "value") ||
        !in.Needs(item, at[kSharding], "sharding") ||
        !ReadAskedValue(in, at[kValue], edit.value)) {
      return false;
    }
    edit.value_at = at[kValue];
    edit.sharding_at = at[kSharding];
    if (!in.d.Is(at[kSharding], JsonKind::kNull)) {
      const ShardingId sharding = reader.Sharding(at[kSharding]);
      if (!sharding) return false;
      edit.sharding = ToInfo(m.shardings, m.names, sharding);
    }
    edits.push_back(std::move(edit));
  }
  return true;
}

bool MayOpen(JsonRef method_at, Answering& answering, Ending& ending) {
  OpenSessions* const sessions = SessionsOf(method_at, answering);
  ending = sessions == nullptr                     ? Ending::kBadRequest
           : sessions->HasRoom(0, answering.error) ? Ending::kDone
                                                   : Ending::kLimit;
  return ending == Ending::kDone;
}

Ending AnswerOpen(Program program, const SessionOptions& options,
                  ProgramForm form, JsonRef method_at, Answering& answering) {
  OpenSessions* const sessions = SessionsOf(method_at, answering);
  if (sessions == nullptr) return Ending::kBadRequest;
  // The names refer to the module, which stays where it is.
  ValueNames names(ProgramAccess::module(program),
                   ProgramAccess::names(program));
  std::optional<Session> session =
      Session::FromProgram(std::move(program), options, answering.messages);
  if (!session) return answering.Failed();
  session->SetStop(nullptr);
  const int64_t bytes = session->MemoryBytes();
  if (!sessions->HasRoom(bytes, answering.error)) return Ending::kLimit;
  if (!answering.Commit()) return Ending::kCancelled;
  const int64_t id =
      sessions->Add(std::make_unique<OpenSession>(*std::move(session),
                                                  std::move(names), form),
                    answering.error);
  if (id == 0) return Ending::kLimit;
  JsonEmitter& e = answering.e;
  e.Key("result");
  e.BeginObjectLines();
  e.Int("session", id);
  e.Int("bytes", bytes);
  e.Key("diagnostics");
  WriteMessages(answering.messages, e);
  e.EndObject();
  return Ending::kDone;
}

Ending AnswerSession(const SessionRequest& request, const ExportWriter& write,
                     Answering& answering) {
  OpenSessions* const sessions = SessionsOf(request.method_at, answering);
  if (sessions == nullptr) return Ending::kBadRequest;
  OpenSessions::Refusal refusal = OpenSessions::Refusal::kNone;
  SessionUse use = sessions->Take(request.id, refusal, answering.error);
  if (refusal == OpenSessions::Refusal::kInUse) return Ending::kBusy;
  if (!use) {
    answering.in.Fail(request.id_at, answering.error.message,
                      answering.error.hint);
    return Ending::kBadRequest;
  }
  if (Grows(request.method) && !sessions->MayGrow(answering.error)) {
    return Ending::kLimit;
  }
  return SessionAnswer(request, std::move(use), write, answering).Run();
}

}  // namespace shardflow::internal
