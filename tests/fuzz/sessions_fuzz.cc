// Sends requests about sessions in any order, with good and bad arguments.
// Every request must get a valid reply, even if it is cancelled at the last
// moment. The number of sessions never exceeds the limit.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "fuzz/bytes.h"
#include "fuzz/program.h"
#include "fuzz/targets.h"
#include "json/document.h"
#include "json/emit.h"
#include "shardflow/json.h"

namespace shardflow::internal::fuzz {
namespace {

constexpr std::string_view kValues[] = {R"("%arg0")",
                                        R"("%arg1")",
                                        R"("%0")",
                                        R"("%1")",
                                        R"("%3#0")",
                                        R"("%7")",
                                        R"("arg/0")",
                                        R"("res/0")",
                                        R"({"argument": 0})",
                                        R"({"result": 0})",
                                        R"({"result": 99})",
                                        R"({"name": "%0", "line": 3})",
                                        R"({"argument": 0, "function": "f"})",
                                        R"({})",
                                        R"("**")",
                                        "null"};
constexpr std::string_view kShardings[] = {
    "null",
    R"("<@mesh, [{\"x\"}, {?}]>")",
    R"("<@mesh, [{}, {\"y\"}]>")",
    R"("<@mesh, [{\"x\", ?}p1, {}]>")",
    R"("<@mesh, [{\"x\"}]>")",
    R"("<@other, [{}, {}]>")",
    R"({"mesh": "mesh", "dimensions": [["x"], {"open": true}]})",
    R"({"mesh": "mesh", "dimensions": []})",
    R"("<")",
    "3"};
constexpr std::string_view kSessions[] = {"1", "2", "3", "0", "-1", R"("1")"};
constexpr std::string_view kCheckpoints[] = {"1", "2", "3", "4", "0"};
constexpr std::string_view kMethods[] = {
    "propagate",  "edit",     "changed", "explain", "price", "export",
    "checkpoint", "rollback", "release", "close",   "open"};

class Machine {
 public:
  explicit Machine(std::string_view input)
      : b_(input), store_({.count = 2, .bytes = int64_t{64} << 20}) {}

  void Run() {
    Open();
    for (int i = 0; i < 40 && !b_.empty(); ++i) {
      const std::string_view method = Pick(kMethods);
      if (method == "open") {
        Open();
      } else {
        Ask(RequestOf(method));
      }
      if (store_.Count() > 2) Fault("more sessions than the limit", method);
    }
  }

 private:
  template <size_t N>
  std::string_view Pick(const std::string_view (&items)[N]) {
    return items[b_.Choose(N)];
  }

  void Open() {
    std::string program;
    AppendJsonString(MakeProgram(b_), program);
    Ask(R"({"method": "session.open", "program": )" + program + "}");
  }

  std::string RequestOf(std::string_view method) {
    std::string text = R"({"id": 1, "method": "session.)";
    text += method;
    text += R"(", "session": )";
    text += Pick(kSessions);
    if (method == "edit") {
      text += R"(, "edits": [)";
      const size_t count = b_.Choose(3);
      for (size_t i = 0; i <= count; ++i) {
        text += i > 0 ? R"(, {"value": )" : R"({"value": )";
        text += Pick(kValues);
        text += R"(, "sharding": )";
        text += Pick(kShardings);
        text += '}';
      }
      text += ']';
    } else if (method == "explain") {
      text += R"(, "value": )";
      text += Pick(kValues);
    } else if (method == "rollback" || method == "release") {
      text += R"(, "checkpoint": )";
      text += Pick(kCheckpoints);
    } else if (method == "price" && b_.Maybe(128)) {
      text += R"(, "options": {"topology": "h100", "peak": true})";
    }
    return text + "}";
  }

  void Ask(const std::string& request) {
    // Cancel some requests at the last moment.
    const bool cancel = b_.Maybe(24);
    const Reply reply = Request(request).Answer(
        {.one_line = true, .sessions = &store_, .commit = [cancel] {
           return !cancel;
         }});
    Error error;
    const std::optional<JsonDocument> d =
        JsonDocument::Parse(reply.json, {}, error);
    if (!d || !d->Is(d->root(), JsonKind::kObject) ||
        static_cast<bool>(d->Find(d->root(), "result")) != reply.ok ||
        static_cast<bool>(d->Find(d->root(), "error")) == reply.ok) {
      Fault("the reply is wrong", request, reply.json);
    }
  }

  Bytes b_;
  SessionStore store_;
};

}  // namespace

void FuzzSessions(std::string_view input) { Machine(input).Run(); }

}  // namespace shardflow::internal::fuzz
