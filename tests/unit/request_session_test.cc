#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"
#include "tool/tool.h"
#include "unit/json_schema.h"

// Tests requests about sessions, their replies and errors. A session must give
// the same answers as propagation from scratch.

namespace shardflow::internal {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

constexpr char kProgram[] = R"(
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<4x16xf32> loc("params['w']")) -> tensor<8x16xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  %z = stablehlo.tanh %y : tensor<8x16xf32>
  return %z : tensor<8x16xf32>
})";

// Sends requests, and checks that requests and replies match their schemas.
class Client {
 public:
  explicit Client(SessionLimits limits = {}) : store_(limits) {}

  Json Ask(const Json& request, ReplyOptions options = {}) {
    options.one_line = true;
    options.sessions = &store_;
    const Reply reply = Request(request.dump()).Answer(options);
    EXPECT_EQ(reply.json.find('\n'), std::string::npos);
    Json answer = Json::parse(reply.json, nullptr, false);
    EXPECT_EQ(SchemaFault(response_, answer), "") << reply.json;
    EXPECT_EQ(reply.ok, answer.contains("result"));
    if (reply.ok) {
      EXPECT_EQ(SchemaFault(request_, request), "") << request;
    }
    return answer;
  }
  // Returns the result, or null on error.
  Json Result(const Json& request) {
    Json answer = Ask(request);
    EXPECT_TRUE(answer.contains("result")) << answer;
    return answer.value("result", Json());
  }
  Json Error(const Json& request) {
    return Ask(request).value("error", Json());
  }

  int64_t Open(const std::string& program,
               const Json& options = Json::object()) {
    const Json result = Result({{"method", "session.open"},
                                {"program", program},
                                {"options", options}});
    return result.is_null() ? 0 : result.value("session", int64_t{0});
  }
  Json Do(const std::string& method, int64_t session, Json more = {}) {
    Json request = {{"method", "session." + method}, {"session", session}};
    if (!more.is_null()) request.update(more);
    return Result(request);
  }
  static Json EditOf(int64_t session, const Json& value, const Json& sharding) {
    return {{"method", "session.edit"},
            {"session", session},
            {"edits", {{{"value", value}, {"sharding", sharding}}}}};
  }
  // Returns the sharding of each value that changed.
  std::map<std::string, Json> Changed(int64_t session) {
    std::map<std::string, Json> changed;
    const Json result = Do("changed", session);
    for (const Json& row : result["changed"]) {
      changed[row["value"]] = row["sharding"];
    }
    return changed;
  }
  std::string Export(int64_t session) {
    return Do("export", session, {{"output", "text"}}).value("program", "");
  }

  SessionStore& store() { return store_; }

 private:
  SessionStore store_;
  const Json request_ = ReadSchema("propagate-request-1.schema.json");
  const Json response_ = ReadSchema("propagate-response-2.schema.json");
};

// Returns the program after a propagation from scratch, as text.
std::string FromScratch(const std::string& program) {
  std::vector<Message> messages;
  std::optional<Program> read = Program::Read("p", program, {}, messages);
  if (!read || !read->Run("sdy-propagation-pipeline", "", {}, messages)) {
    return "";
  }
  return read->Write();
}

const Json kColumns = {{"mesh", "mesh"},
                       {"dimensions", {Json::array(), {"y"}}}};

TEST(SessionRequests, Partition) {
  Client client;
  const int64_t session = client.Open(kProgram);
  Json error =
      client.Error({{"method", "session.partition"}, {"session", session}});
  EXPECT_EQ(error.value("code", ""), "failed");
  EXPECT_EQ(error.value("message", ""), "nothing has been propagated yet");
  client.Result(Client::EditOf(session, "%w", kColumns));
  client.Do("propagate", session);
  std::vector<Message> messages;
  std::optional<Program> exported =
      Program::Read("p", client.Export(session), {}, messages);
  ASSERT_TRUE(exported);
  PartitionOptions options;
  options.propagate = false;
  options.replicas = true;
  ASSERT_TRUE(Partition(*exported, options, messages));
  const Json result = client.Do(
      "partition", session,
      {{"output", "text"},
       {"options",
        {{"pass_options", {{"replica-count", 2}}}, {"check", true}}}});
  EXPECT_EQ(result.value("program", ""), exported->Write());
  EXPECT_EQ(result.value("session", 0), session);
  // How to split the arguments, and to join the result.
  std::map<std::string, Json> border;
  for (const Json& row : result.value("shardings", Json::array())) {
    border[row["value"]] = row["sharding"]["dimensions"];
  }
  EXPECT_EQ(border.size(), 3u);
  EXPECT_EQ(border["%w"], Json({Json::array(), {"y"}}));
  EXPECT_TRUE(border.contains("result 0"));
  EXPECT_FALSE(
      client.Do("partition", session, {{"options", {{"shardings", false}}}})
          .contains("shardings"));
  // The session is as it was.
  const Json stats = client.Do("propagate", session)["stats"];
  EXPECT_EQ(stats.value("values_changed", -1), 0);
  error = client.Error({{"method", "session.partition"},
                        {"session", session},
                        {"options", {{"pass_options", "devices=3"}}}});
  EXPECT_EQ(error.value("code", ""), "failed");
  EXPECT_THAT(error.value("message", ""), HasSubstr("devices, not 3"));
}

TEST(SessionRequests, EditAndPropagate) {
  Client client;
  const int64_t session = client.Open(kProgram);
  EXPECT_EQ(session, 1);
  EXPECT_EQ(client.store().Count(), 1u);
  EXPECT_GT(client.store().MemoryBytes(), 0);
  Json stats = client.Do("propagate", session)["stats"];
  EXPECT_EQ(stats["replay_reason"], "it is the first");
  EXPECT_EQ(client.Export(session), FromScratch(kProgram));
  EXPECT_EQ(client.Changed(session).size(), 3u);  // %y, %z and the result

  const Json edited = client.Result(Client::EditOf(session, "%w", kColumns));
  EXPECT_EQ(edited["edits"], 1);
  stats = client.Do("propagate", session)["stats"];
  EXPECT_GT(stats["visits"], 0);
  std::map<std::string, Json> changed = client.Changed(session);
  EXPECT_EQ(changed["%w"], kColumns);
  EXPECT_EQ(changed.count("%x"), 0u);
  EXPECT_EQ(changed.count("%y") + changed.count("%z"), 2u);
  EXPECT_EQ(changed.count("result 0"), 1u);
  // Repeating the request returns the same changes.
  EXPECT_EQ(client.Changed(session), changed);

  // Try all names and notations for the same annotation.
  for (const Json& name :
       {Json("%w"), Json("params/w"), Json("arg/1"), Json({{"argument", 1}}),
        Json({{"name", "w"}, {"function", "main"}})}) {
    for (const Json& sharding :
         {kColumns, Json("<@mesh, [{}, {\"y\"}]>"), Json(nullptr)}) {
      client.Result(Client::EditOf(session, name, sharding));
      client.Do("propagate", session);
    }
    changed = client.Changed(session);
    EXPECT_EQ(changed.count("%w"), 1u) << name;
    EXPECT_TRUE(changed["%w"].is_null()) << name;
    EXPECT_EQ(client.Export(session), FromScratch(kProgram)) << name;
  }
  client.Do("close", session);
  EXPECT_EQ(client.store().Count(), 0u);
  EXPECT_EQ(client.store().MemoryBytes(), 0);
}

TEST(SessionRequests, ResultsOfFunctions) {
  Client client;
  const int64_t session = client.Open(kProgram);
  client.Do("propagate", session);
  for (const Json& name : {Json("res/0"), Json({{"result", 0}})}) {
    client.Result(Client::EditOf(session, name, "<@mesh, [{}, {\"y\"}]>"));
    client.Do("propagate", session);
    EXPECT_THAT(client.Changed(session)["result 0"].dump(), HasSubstr("y"));
    client.Result(Client::EditOf(session, name, nullptr));
    client.Do("propagate", session);
    EXPECT_EQ(client.Export(session), FromScratch(kProgram));
  }
}

TEST(SessionRequests, Explains) {
  Client client;
  const int64_t session = client.Open(kProgram);
  client.Do("propagate", session);
  for (const Json& value : {Json("%z"), Json({{"result", 0}}), Json("arg/0")}) {
    const Json here =
        client.Do("explain", session, {{"value", value}})["explain"];
    const Json scratch = client.Result(
        {{"method", "explain"}, {"program", kProgram}, {"value", value}});
    EXPECT_EQ(here["values"][0]["tensor"]["name"],
              scratch["explain"]["values"][0]["tensor"]["name"]);
    EXPECT_EQ(here["values"][0]["sharding"],
              scratch["explain"]["values"][0]["sharding"]);
    EXPECT_EQ(here["values"][0]["axes"].size(),
              scratch["explain"]["values"][0]["axes"].size())
        << value;
  }
  client.Result(Client::EditOf(session, "%w", kColumns));
  const Json error = client.Error(
      {{"method", "session.explain"}, {"session", session}, {"value", "%z"}});
  EXPECT_EQ(error["code"], "failed");
  EXPECT_EQ(error["message"],
            "annotations were edited since the last propagation");
}

TEST(SessionRequests, Prices) {
  Client client;
  const int64_t session = client.Open(kProgram);
  const Json ask = {{"method", "session.price"}, {"session", session}};
  EXPECT_EQ(client.Error(ask)["message"], "nothing has been propagated yet");
  client.Do("propagate", session);
  const Json price = client.Result(ask)["price"];
  EXPECT_EQ(price["arguments"], 4 * 4 * 4 + 4 * 16 * 4);
  EXPECT_FALSE(price.contains("time"));
  EXPECT_FALSE(price.contains("peak"));
  const Json more = client.Do(
      "price", session,
      {{"options", {{"topology", "h100:1x4"}, {"peak", true}}}})["price"];
  EXPECT_GT(more["time"]["sum"], 0.0);
  EXPECT_GT(more["peak"], 0);
  EXPECT_EQ(client.Error({{"method", "session.price"},
                          {"session", session},
                          {"options", {{"topology", "h100:1x3"}}}})["code"],
            "failed");
}

TEST(SessionRequests, GoesBack) {
  Client client;
  const int64_t session = client.Open(kProgram);
  client.Do("propagate", session);
  const std::string before = client.Export(session);
  const int64_t first = client.Do("checkpoint", session)["checkpoint"];
  client.Result(Client::EditOf(session, "%w", kColumns));
  client.Do("propagate", session);
  const std::string after = client.Export(session);
  EXPECT_NE(after, before);
  const int64_t second = client.Do("checkpoint", session)["checkpoint"];
  EXPECT_GT(second, first);
  const Json back = client.Do("rollback", session, {{"checkpoint", first}});
  EXPECT_EQ(back["checkpoint"], first);
  EXPECT_EQ(client.Export(session), before);
  EXPECT_TRUE(client.Changed(session)["%w"].is_null());
  for (const char* method : {"session.rollback", "session.release"}) {
    const Json error = client.Error(
        {{"method", method}, {"session", session}, {"checkpoint", second}});
    EXPECT_EQ(error["pointer"], "/checkpoint");
    EXPECT_THAT(error.value("message", ""),
                HasSubstr("there is no checkpoint"));
  }
  client.Do("release", session, {{"checkpoint", first}});
  EXPECT_EQ(client.Export(session), before);
}

TEST(SessionRequests, MakesAllEditsOrNone) {
  Client client;
  const int64_t session = client.Open(kProgram);
  client.Do("propagate", session);
  const std::string before = client.Export(session);
  const std::map<std::string, Json> changed = client.Changed(session);
  const Json error = client.Error(
      {{"method", "session.edit"},
       {"session", session},
       {"edits",
        {{{"value", "%w"}, {"sharding", kColumns}},
         {{"value", "%x"}, {"sharding", "<@mesh, [{\"q\"}, {}]>"}}}}});
  EXPECT_EQ(error["code"], "bad-request");
  EXPECT_EQ(error["pointer"], "/edits/1/sharding");
  EXPECT_THAT(error.value("message", ""), HasSubstr("\"q\""));
  EXPECT_EQ(client.Changed(session), changed);
  client.Do("propagate", session);
  EXPECT_EQ(client.Export(session), before);
  EXPECT_TRUE(client.Changed(session).empty());
}

TEST(SessionRequests, Mistakes) {
  Client client;
  const int64_t session = client.Open(kProgram);
  const struct {
    Json request;
    std::string pointer, message, hint;
  } cases[] = {
      {{{"method", "session.edit"}, {"session", session}},
       "",
       "needs \"edits\"",
       ""},
      {{{"method", "session.propagate"}}, "", "needs \"session\"", ""},
      {{{"method", "session.propagate"}, {"session", 7}},
       "/session",
       "there is no session 7: it was never opened",
       "these are open: 1"},
      {{{"method", "session.propagate"}, {"session", "a"}},
       "/session",
       "expected a whole number of at most 64 bits",
       ""},
      {{{"method", "session.propagate"},
        {"session", session},
        {"program", kProgram}},
       "/program",
       "method \"session.propagate\" has no key \"program\"",
       "it is a key of propagate, partition, convert, cost, lint, auto, "
       "explain, session.open"},
      {{{"method", "propagate"}, {"program", ""}, {"session", session}},
       "/session",
       "method \"propagate\" has no key \"session\"",
       "it is a key of session.edit, session.propagate, session.changed, "
       "session.explain, session.price, session.export, session.partition, "
       "session.checkpoint, session.rollback, session.release, session.close"},
      {Client::EditOf(session, "%u", kColumns), "/edits/0/value",
       "there is no value %u in the program; did you mean %x, %w or %y?", ""},
      {Client::EditOf(session, {{"result", 1}}, kColumns), "/edits/0/value",
       "@main has 1 results; there is no result 1", ""},
      {Client::EditOf(session, Json::object(), kColumns), "/edits/0/value",
       "expected one of \"name\", \"argument\" and \"result\"", ""},
      {Client::EditOf(session, 3, kColumns), "/edits/0/value",
       "expected a name or an object", ""},
      {Client::EditOf(session, {{"argument", -1}}, kColumns),
       "/edits/0/value/argument", "expected a number from 0 to 2147483647", ""},
      {Client::EditOf(session, "%x", 3), "/edits/0/sharding",
       "expected an object, found a number", ""},
      {Client::EditOf(session, "%x", "[{\"x\"}]"), "/edits/0/sharding", "", ""},
      {Client::EditOf(session, "%x", "<@other, [{}, {}]>"), "/edits/0/sharding",
       "", ""},
      {Client::EditOf(session, "%x", "<@mesh, [{}]>"), "/edits/0/sharding", "",
       ""},
      {{{"method", "session.edit"},
        {"session", session},
        {"edits", {{{"value", "%x"}}}}},
       "/edits/0",
       "needs \"sharding\"",
       ""},
      {{{"method", "session.explain"}, {"session", session}, {"value", "%9"}},
       "/value",
       "there is no value %9 in the program; did you mean %x, %w or %y?",
       ""},
  };
  for (const auto& c : cases) {
    const Json error = client.Error(c.request);
    EXPECT_EQ(error.value("code", ""), "bad-request") << c.request;
    EXPECT_EQ(error.value("pointer", ""), c.pointer) << c.request;
    if (!c.message.empty()) {
      EXPECT_EQ(error.value("message", ""), c.message) << c.request;
      EXPECT_EQ(error.value("hint", ""), c.hint) << c.request;
    }
  }
  // None of these requests changed the session.
  client.Do("propagate", session);
  EXPECT_EQ(client.Export(session), FromScratch(kProgram));
  client.Do("close", session);
  for (const char* method : {"session.close", "session.edit"}) {
    Json request = Client::EditOf(session, "%x", kColumns);
    request["method"] = method;
    if (method == std::string("session.close")) request.erase("edits");
    const Json error = client.Error(request);
    EXPECT_EQ(error["message"], "there is no session 1: it was closed");
    EXPECT_EQ(error["hint"], "no session is open; session.open opens one");
  }
  EXPECT_EQ(
      client.Error({{"method", "session.open"}, {"program", "x"}})["code"],
      "bad-program");
}

// Without a store, as in the C API, requests about sessions are refused.
TEST(SessionRequests, NeedAStore) {
  for (const Json& ask :
       {Json({{"method", "session.open"}, {"program", kProgram}}),
        Json({{"method", "session.close"}, {"session", 1}})}) {
    const Json answer = Json::parse(Request(ask.dump()).Answer({}).json);
    EXPECT_EQ(answer["error"]["pointer"], "/method");
    EXPECT_EQ(answer["error"]["message"], "no sessions are kept here");
  }
  SessionStore store;
  SessionStore other = std::move(store);
  EXPECT_EQ(store.Count(), 0u);
  const Json ask = {{"method", "session.open"}, {"program", kProgram}};
  EXPECT_FALSE(Request(ask.dump()).Answer({.sessions = &store}).ok);
  EXPECT_TRUE(Request(ask.dump()).Answer({.sessions = &other}).ok);
  EXPECT_EQ(other.Count(), 1u);
}

TEST(SessionRequests, HaveLimits) {
  Client few({.count = 2});
  EXPECT_EQ(few.Open(kProgram), 1);
  EXPECT_EQ(few.Open(kProgram), 2);
  const Json open = {{"method", "session.open"}, {"program", kProgram}};
  Json error = few.Error(open);
  EXPECT_EQ(error["code"], "limit");
  EXPECT_EQ(error["message"], "2 sessions are open, and no more may be");
  EXPECT_THAT(error.value("hint", ""), HasSubstr("--max-sessions"));
  few.Do("close", 1);
  EXPECT_EQ(few.Open(kProgram), 3);  // no id is used twice

  Client small({.bytes = 1000});
  error = small.Error(open);
  EXPECT_EQ(error["code"], "limit");
  EXPECT_THAT(error.value("message", ""), HasSubstr("all together may take"));
  EXPECT_THAT(error.value("hint", ""), HasSubstr("--max-sessions-mib"));
  EXPECT_EQ(small.store().Count(), 0u);

  // A session that was within the limit when it was opened may exceed it later.
  // It can then no longer grow, but it can be queried and closed.
  Client client;
  client.Open(kProgram);
  Client tight({.bytes = client.store().MemoryBytes() + 100});
  EXPECT_EQ(tight.Open(kProgram), 1);
  tight.Do("propagate", 1);
  for (const Json& grows :
       {Client::EditOf(1, "%w", kColumns),
        Json({{"method", "session.propagate"}, {"session", 1}}),
        Json({{"method", "session.checkpoint"}, {"session", 1}}), open}) {
    EXPECT_EQ(tight.Error(grows)["code"], "limit") << grows;
  }
  tight.Do("price", 1);
  EXPECT_EQ(tight.Export(1), FromScratch(kProgram));
  tight.Do("close", 1);
  EXPECT_EQ(tight.Open(kProgram), 2);
}

// The memory of checkpoints is counted.
TEST(SessionRequests, CheckpointsTakeMemory) {
  Client client;
  const int64_t session = client.Open(kProgram);
  client.Do("propagate", session);
  const int64_t before = client.store().MemoryBytes();
  const int64_t first = client.Do("checkpoint", session)["checkpoint"];
  for (int i = 0; i < 50; ++i) {
    client.Result(
        Client::EditOf(session, "%w", i % 2 == 0 ? kColumns : Json(nullptr)));
    client.Do("propagate", session);
    client.Do("checkpoint", session);
  }
  const int64_t grown = client.store().MemoryBytes();
  EXPECT_GT(grown, before + 50 * 32);
  client.Do("release", session, {{"checkpoint", first}});
  EXPECT_LT(client.store().MemoryBytes(), grown);
}

// A cancelled request leaves no trace, no matter how late it is cancelled.
TEST(SessionRequests, CancelledOnesChangeNothing) {
  const std::atomic<bool> stop = true;
  const ReplyOptions kinds[] = {{.stop = &stop},
                                {.commit = [] { return false; }}};
  for (const ReplyOptions& cancel : kinds) {
    Client client;
    const auto cancelled = [&](const Json& request) {
      EXPECT_EQ(client.Ask(request, cancel)["error"]["code"], "cancelled")
          << request;
    };
    cancelled({{"method", "session.open"}, {"program", kProgram}});
    EXPECT_EQ(client.store().Count(), 0u);
    const int64_t session = client.Open(kProgram);
    EXPECT_EQ(session, 1);
    const Json propagate = {{"method", "session.propagate"},
                            {"session", session}};
    cancelled(propagate);
    client.Result(propagate);
    EXPECT_EQ(client.Changed(session).size(), 3u);
    const std::string before = client.Export(session);

    cancelled(Client::EditOf(session, "%w", kColumns));
    client.Result(propagate);
    EXPECT_EQ(client.Export(session), before);
    EXPECT_TRUE(client.Changed(session).empty());

    // The edits of a cancelled propagation are carried out by the next one,
    // which also reports the changes.
    client.Result(Client::EditOf(session, "%w", kColumns));
    cancelled(propagate);
    EXPECT_EQ(client.Export(session), before);
    EXPECT_TRUE(client.Changed(session).empty());
    client.Result(propagate);
    EXPECT_EQ(client.Changed(session).size(), 4u);
    const std::string after = client.Export(session);
    EXPECT_NE(after, before);

    const int64_t checkpoint = client.Do("checkpoint", session)["checkpoint"];
    const Json rollback = {{"method", "session.rollback"},
                           {"session", session},
                           {"checkpoint", checkpoint}};
    client.Result(Client::EditOf(session, "%w", nullptr));
    client.Result(propagate);
    cancelled(rollback);
    EXPECT_EQ(client.Export(session), before);
    Json release = rollback;
    release["method"] = "session.release";
    cancelled(release);
    client.Result(rollback);
    EXPECT_EQ(client.Export(session), after);
    cancelled({{"method", "session.checkpoint"}, {"session", session}});
    cancelled({{"method", "session.close"}, {"session", session}});
    EXPECT_EQ(client.store().Count(), 1u);
  }
}

// Once a request is committed, it can't be cancelled.
TEST(SessionRequests, CommittedOnesAreCarriedOut) {
  Client client;
  std::atomic<bool> stop = false;
  ReplyOptions options;
  options.stop = &stop;
  options.commit = [&] { return stop = true; };
  EXPECT_TRUE(
      client.Ask({{"method", "session.open"}, {"program", kProgram}}, options)
          .contains("result"));
  EXPECT_EQ(client.store().Count(), 1u);
  stop = false;
  EXPECT_TRUE(
      client.Ask({{"method", "session.propagate"}, {"session", 1}}, options)
          .contains("result"));
  stop = false;
  EXPECT_TRUE(client.Ask(Client::EditOf(1, "%w", kColumns), options)
                  .contains("result"));
  // The flag of an earlier request has no effect on later ones.
  client.Do("propagate", 1);
  EXPECT_EQ(client.Changed(1).size(), 4u);
}

// A session answers one request at a time.
TEST(SessionRequests, RefuseToShareASession) {
  Client client;
  client.Open(kProgram);
  client.Open(kProgram);
  Json meanwhile, other;
  ReplyOptions options;
  options.commit = [&] {
    meanwhile = client.Ask({{"method", "session.close"}, {"session", 1}});
    other = client.Ask({{"method", "session.propagate"}, {"session", 2}});
    return true;
  };
  EXPECT_TRUE(
      client.Ask({{"method", "session.propagate"}, {"session", 1}}, options)
          .contains("result"));
  EXPECT_EQ(meanwhile["error"]["code"], "busy");
  EXPECT_EQ(meanwhile["error"]["message"],
            "session 1 is answering another request");
  EXPECT_TRUE(other.contains("result"));
  EXPECT_EQ(client.store().Count(), 2u);
  client.Do("close", 1);
}

// Tests values that import removes or copies.
TEST(SessionRequests, ProgramsThatImportChanges) {
  constexpr char kCalls[] = R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %c = stablehlo.constant dense<1.0> : tensor<8xf32>
  %d = stablehlo.add %0, %c : tensor<8xf32>
  %e = stablehlo.multiply %d, %c : tensor<8xf32>
  return %e : tensor<8xf32>
}
func.func private @f(%b: tensor<8xf32>) -> tensor<8xf32> {
  %1 = stablehlo.negate %b : tensor<8xf32>
  return %1 : tensor<8xf32>
})";
  Client client;
  const int64_t session = client.Open(kCalls);
  client.Do("propagate", session);
  EXPECT_EQ(client.Export(session), FromScratch(kCalls));
  for (const char* name : {"%a", "%0", "%c", "%d", "%e", "%b", "%1"}) {
    for (const char* method : {"session.edit", "session.explain"}) {
      Json request = {{"method", method}, {"session", session}};
      if (method == std::string("session.edit")) {
        request["edits"] = {{{"value", name}, {"sharding", "<@mesh, [{?}]>"}}};
      } else {
        request["value"] = name;
      }
      const Json answer = client.Ask(request);
      if (answer.contains("result")) continue;
      EXPECT_THAT(answer["error"].value("code", ""),
                  testing::AnyOf("bad-request", "failed"));
    }
    client.Do("propagate", session);
  }
  const Json error = client.Error(Client::EditOf(
      session, {{"name", "%1"}, {"function", "f"}}, "<@mesh, [{?}]>"));
  EXPECT_EQ(error["code"], "bad-request") << error;
}

// --- random programs and edits

class RandomRequests {
 public:
  explicit RandomRequests(uint32_t seed) : random_(seed) {}

  size_t Below(size_t n) { return random_() % n; }

  // Returns a program of ops on square tensors, so that any two tensors fit
  // together.
  std::string MakeProgram() {
    constexpr char kType[] = "tensor<8x8xf32>";
    const size_t args = 2 + Below(3), ops = 3 + Below(12);
    std::string text =
        "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\nfunc.func @main(";
    for (size_t i = 0; i < args; ++i) {
      values_.push_back("%a" + std::to_string(i));
      text += (i > 0 ? ", " : "") + values_.back() + ": " + kType;
    }
    text += std::string(") -> (") + kType + ", " + kType + ") {\n";
    for (size_t i = 0; i < ops; ++i) {
      const std::string name = "%v" + std::to_string(i);
      const std::string a =
          values_[values_.size() - 1 - Below(3) % values_.size()];
      const std::string b = values_[Below(values_.size())];
      text += "  " + name + " = ";
      switch (Below(3)) {
        case 0:
          text += "stablehlo.dot_general " + a + ", " + b +
                  ", contracting_dims = [1] x [0] : (" + kType + ", " + kType +
                  ") -> " + kType + "\n";
          break;
        case 1:
          text += "stablehlo.transpose " + a + ", dims = [1, 0] : (" + kType +
                  ") -> " + kType + "\n";
          break;
        default:
          text += "stablehlo.add " + a + ", " + b + " : " + kType + "\n";
      }
      values_.push_back(name);
    }
    return text + "  return " + values_.back() + ", " +
           values_[values_.size() - 2] + " : " + kType + ", " + kType + "\n}\n";
  }

  // Returns the place of a value or of a result of @main.
  Json Place() {
    if (Below(8) == 0) return {{"result", Below(2)}};
    return values_[Below(values_.size())];
  }

  Json Sharding() {
    if (Below(4) == 0) return nullptr;
    std::string dims[2];
    for (const char* axis : {"\"x\"", "\"y\""}) {
      const size_t at = Below(3);
      if (at < 2)
        dims[at] += (dims[at].empty() ? "" : ", ") + std::string(axis);
    }
    std::string text = "<@mesh, [";
    for (std::string& dim : dims) {
      const bool open = Below(2) == 0;
      if (open) dim += dim.empty() ? "?" : ", ?";
      const bool later = !dim.empty() && Below(5) == 0;
      text += (&dim == dims ? "{" : ", {") + dim + "}" + (later ? "p1" : "");
    }
    return text + "]>";
  }

 private:
  std::mt19937 random_;
  std::vector<std::string> values_;
};

// Sets annotations on a program and propagates it from scratch.
std::string Annotated(const std::string& text,
                      const std::map<std::string, std::pair<Json, Json>>& all) {
  std::vector<Message> messages;
  std::optional<Program> program =
      Program::Read("p", text, {.keep_names = true}, messages);
  if (!program) return "";
  const ProgramView view(*program);
  const OpRef main = view.FindFunction("main");
  for (const auto& [key, edit] : all) {
    const auto& [place, sharding] = edit;
    std::optional<ShardingInfo> info;
    if (!sharding.is_null()) {
      info = ParseSharding("#sdy.sharding" + sharding.get<std::string>(),
                           messages);
    }
    const bool ok =
        place.is_string()
            ? program->SetSharding(
                  view.FindNamed(main, place.get<std::string>()).values.at(0),
                  info, messages)
            : program->SetResultSharding(main, place["result"], info, messages);
    if (!ok) return messages.back().text;
  }
  return program->Run("sdy-propagation-pipeline", "", {}, messages)
             ? program->Write()
             : messages.back().text;
}

TEST(SessionRequests, GiveTheAnswersFromScratch) {
  Client client;
  int accepted = 0, updates = 0;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    RandomRequests requests(seed);
    const std::string text = requests.MakeProgram();
    const int64_t session = client.Open(text);
    std::map<std::string, std::pair<Json, Json>> edits;
    for (int round = 0; round < 8; ++round) {
      for (size_t i = requests.Below(3) + 1; i > 0; --i) {
        const Json place = requests.Place(), sharding = requests.Sharding();
        const Json answer =
            client.Ask(Client::EditOf(session, place, sharding));
        if (!answer.contains("result")) continue;
        ++accepted;
        edits[place.dump()] = {place, sharding};
      }
      const Json stats = client.Do("propagate", session)["stats"];
      updates += stats["replay_reason"] == "" ? 1 : 0;
      ASSERT_EQ(client.Export(session), Annotated(text, edits))
          << seed << " round " << round << "\n"
          << text << Json(edits).dump(1);
    }
    client.Do("close", session);
  }
  EXPECT_GT(accepted, 500);
  EXPECT_GT(updates, 20);
}

// --- serve

std::vector<Json> Serve(const std::vector<Json>& requests,
                        std::vector<std::string> flags = {}) {
  std::string text;
  for (const Json& request : requests) text += request.dump() + "\n";
  std::istringstream in(text);
  std::ostringstream out, err;
  flags.insert(flags.begin(), {"serve", "--stdio"});
  EXPECT_EQ(RunTool(flags, in, out, err), 0) << err.str();
  std::vector<Json> replies;
  std::istringstream lines(out.str());
  const Json schema = ReadSchema("propagate-response-2.schema.json");
  for (std::string line; std::getline(lines, line);) {
    replies.push_back(Json::parse(line, nullptr, false));
    EXPECT_EQ(SchemaFault(schema, replies.back()), "") << line;
  }
  return replies;
}

TEST(Serve, KeepsSessions) {
  const std::vector<Json> replies =
      Serve({{{"id", 1}, {"method", "session.open"}, {"program", kProgram}},
             {{"id", 2}, {"method", "session.open"}, {"program", kProgram}},
             Client::EditOf(1, "%w", kColumns),
             {{"id", 4}, {"method", "session.propagate"}, {"session", 1}},
             {{"id", 5}, {"method", "session.export"}, {"session", 1}},
             {{"id", 6}, {"program", kProgram}}},
            {"--max-sessions", "1", "--max-sessions-mib", "1"});
  ASSERT_EQ(replies.size(), 6u);
  EXPECT_EQ(replies[0]["result"]["session"], 1);
  EXPECT_EQ(replies[1]["error"]["code"], "limit");
  EXPECT_THAT(replies[4]["result"].value("program", ""), HasSubstr("\"y\""));
  EXPECT_EQ(replies[4]["result"]["shardings"].size(), 5u);
  EXPECT_EQ(replies[5]["result"]["program"], FromScratch(kProgram));
  const std::vector<Json> none =
      Serve({{{"id", 1}, {"method", "session.open"}, {"program", kProgram}}},
            {"--max-sessions", "0"});
  EXPECT_EQ(none.at(0)["error"]["message"],
            "0 sessions are open, and no more may be");
}

// Cancels an edit that is waiting or running. Whether the cancellation is in
// time depends on the threads, but the next propagation shows whether the reply
// was true.
TEST(Serve, CancelsEditsExactly) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    Json edit = Client::EditOf(1, "%w", kColumns);
    edit["id"] = "e";
    const std::vector<Json> replies =
        Serve({{{"id", "o"}, {"method", "session.open"}, {"program", kProgram}},
               {{"id", "p"}, {"method", "session.propagate"}, {"session", 1}},
               edit,
               {{"id", "c"}, {"method", "cancel"}, {"target", "e"}},
               {{"id", "q"}, {"method", "session.propagate"}, {"session", 1}},
               {{"id", "d"}, {"method", "session.changed"}, {"session", 1}}});
    ASSERT_EQ(replies.size(), 6u);
    std::map<std::string, Json> by_id;
    for (const Json& reply : replies) by_id[reply["id"]] = reply;
    const bool cancelled = by_id["c"]["result"]["cancelled"];
    EXPECT_EQ(by_id["e"].contains("error"), cancelled);
    EXPECT_EQ(by_id["d"]["result"]["changed"].empty(), cancelled);
  }
}

}  // namespace
}  // namespace shardflow::internal
