#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/json.h"
#include "shardflow/passes.h"
#include "tool/tool.h"
#include "unit/json_schema.h"

// With `serve` and `propagate --json`, every request gets exactly one reply,
// and the right one.

namespace shardflow::internal {
namespace {

using Json = nlohmann::json;

// An input whose lines are made on demand.
class LineSource : public std::streambuf {
 public:
  // Returns nullopt at the end of the input.
  using Next = std::function<std::optional<std::string>()>;
  explicit LineSource(Next next) : next_(std::move(next)) {}

 protected:
  int_type underflow() override {
    std::optional<std::string> line = next_();
    if (!line) return traits_type::eof();
    line_ = std::move(*line) + "\n";
    setg(line_.data(), line_.data(), line_.data() + line_.size());
    return traits_type::to_int_type(line_[0]);
  }

 private:
  Next next_;
  std::string line_;
};

// Passes each line to a function.
class LineSink : public std::streambuf {
 public:
  explicit LineSink(std::function<void(const std::string&)> take)
      : take_(std::move(take)) {}

 protected:
  int_type overflow(int_type c) override {
    const char letter = traits_type::to_char_type(c);
    xsputn(&letter, 1);
    return c;
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    for (std::streamsize i = 0; i < size; ++i) {
      if (text[i] != '\n') {
        line_ += text[i];
        continue;
      }
      take_(line_);
      line_.clear();
    }
    return size;
  }

 private:
  std::function<void(const std::string&)> take_;
  std::string line_;
};

std::vector<Json> Serve(const std::vector<std::string>& lines,
                        std::vector<std::string> flags = {}) {
  size_t at = 0;
  LineSource source([&]() -> std::optional<std::string> {
    if (at == lines.size()) return std::nullopt;
    return lines[at++];
  });
  std::vector<Json> replies;
  const Json schema = ReadSchema("propagate-response-2.schema.json");
  LineSink sink([&](const std::string& line) {
    replies.push_back(Json::parse(line, nullptr, false));
    EXPECT_EQ(SchemaFault(schema, replies.back()), "") << line;
  });
  std::istream in(&source);
  std::ostream out(&sink);
  std::ostringstream err;
  flags.insert(flags.begin(), {"serve", "--stdio"});
  EXPECT_EQ(RunTool(flags, in, out, err), 0) << err.str();
  EXPECT_EQ(err.str(), "");
  return replies;
}

// Returns a chain of `ops` ops, with a sharding at its beginning.
std::string Program(int ops) {
  const std::string type = "tensor<8x4xf32>";
  std::string text =
      "sdy.mesh @mesh = <[\"x\"=2]>\nfunc.func @main(%arg0: " + type +
      " {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}) -> " + type +
      " {\n";
  std::string last = "%arg0";
  for (int i = 0; i < ops; ++i) {
    const std::string name = "%" + std::to_string(i);
    text += "  " + name + " = stablehlo.negate " + last + " : " + type + "\n";
    last = name;
  }
  return text + "  return " + last + " : " + type + "\n}\n";
}

std::string Request(const Json& id, const std::string& program) {
  return Json({{"id", id}, {"program", program}}).dump();
}

using Requested = class Request;

TEST(Serve, RepliesToEach) {
  const std::vector<std::string> lines = {
      Request(1, Program(3)),
      Request("two", Program(0)),
      "",
      "{",
      "[]",
      R"({"id": 3, "programm": ""})",
      R"({"id": 4})",
      R"({"id": 5, "program": "x"})",
      R"({"id": 6, "program": {"format": "shardflow-module", "version": 1, "ops": [{"op": 1}]}})",
      R"({"id": 7, "method": "propagates"})",
      R"({"id": 8, "program": "", "options": {"pipeline": "sdy-close-sharding"}})",
      R"({"id": 9, "method": "cancel", "target": 99})",
      R"({"id": [10]})",
      R"({"id": 11, "program": "module {}", "options": {"pass_options": {"no-such": 1}}})",
      R"({"id": 12, "program": "", "rules": "rule"})",
      Request(13, Program(1)),
      R"({"id": 14, "program": ""})",
  };
  const std::vector<Json> replies = Serve(lines);
  ASSERT_EQ(replies.size(), 16u);
  std::map<std::string, Json> by_id;
  for (const Json& reply : replies) {
    if (!reply["id"].is_null()) by_id[reply["id"].dump()] = reply;
  }
  const auto error = [&](const std::string& id) {
    const Json& e = by_id[id]["error"];
    return e.value("code", "") + " " + e.value("pointer", "") + ": " +
           e.value("message", "") + " | " + e.value("hint", "");
  };
  EXPECT_EQ(by_id["1"]["result"]["counters"]["ops"], 6);
  EXPECT_EQ(by_id["\"two\""]["result"]["shardings"].size(), 2u);
  EXPECT_EQ(error("3"),
            "bad-request /programm: unknown key \"programm\" | did you mean "
            "\"program\"?");
  EXPECT_EQ(error("4"), "bad-request : needs \"program\" | ");
  EXPECT_TRUE(error("5").starts_with("bad-program : this is not StableHLO"));
  EXPECT_EQ(error("6"),
            "bad-program : /program/ops/0/op: expected a string, found a "
            "number | ");
  EXPECT_EQ(error("7"),
            "bad-request /method: unknown method \"propagates\" | did you mean "
            "\"propagate\"?");
  EXPECT_EQ(error("8"),
            "bad-request /options/pipeline: unknown pass 'sdy-close-sharding' "
            "| did you mean \"sdy-close-shardings\"?");
  EXPECT_EQ(by_id["9"]["result"]["cancelled"], false);
  EXPECT_TRUE(error("11").starts_with("failed : "));
  EXPECT_TRUE(error("12").starts_with("bad-request : "));
  EXPECT_EQ(by_id["13"]["result"]["shardings"].size(), 3u);
  EXPECT_EQ(error("14"), "bad-program : the program is empty | ");
  // The other three replies are for lines without a readable id.
  EXPECT_EQ(by_id.size(), 13u);
}

TEST(Serve, SaysWhereOptionsGo) {
  const std::vector<Json> replies = Serve(
      {R"({"id": 1, "method": "auto", "program": "", "topology": "h100"})",
       R"({"id": 2, "method": "auto", "program": "", "mesh": "auto:8"})"});
  std::map<int, std::string> hints;
  for (const Json& reply : replies) {
    hints[reply["id"].get<int>()] = reply["error"].value("hint", "");
  }
  EXPECT_EQ(hints[1],
            R"("topology" is an option: {"options": {"topology": ...}})");
  EXPECT_EQ(hints[2],
            R"(as an option, it goes into {"options": {"mesh": ...}}; here it )"
            R"(is a key of reshard)");
}

// The reply to `version` lists all schemas in schemas/.
TEST(Serve, TellsItsSchemas) {
  const Json reply = Serve({R"({"id": 1, "method": "version"})"}).at(0);
  std::set<std::string> told, wanted;
  for (const Json& id : reply["result"]["schemas"]) told.insert(id);
  for (const auto& entry : std::filesystem::directory_iterator("schemas")) {
    if (entry.path().extension() != ".json") continue;
    wanted.insert(ReadSchema(entry.path().filename().string())["$id"]);
  }
  EXPECT_EQ(told, wanted);
  for (const std::string name :
       {"module", "sharding", "mesh", "rule", "propagate-request",
        "propagate-response", "reshard", "explain", "diagnostics"}) {
    EXPECT_TRUE(wanted.contains("urn:shardflow:schema:" + name + ":1")) << name;
  }
}

TEST(Serve, Partitions) {
  const std::string text =
      "sdy.mesh @m = <[\"x\"=2]>\n"
      "func.func @main(%arg0: tensor<8xf32> {sdy.sharding = "
      "#sdy.sharding<@m, [{\"x\"}]>}) -> tensor<8xf32> {\n"
      "  %0 = stablehlo.tanh %arg0 : tensor<8xf32>\n"
      "  return %0 : tensor<8xf32>\n"
      "}\n";
  const std::vector<Json> replies = Serve(
      {Json({{"id", 0}, {"program", text}, {"method", "partition"}}).dump(),
       Json({{"id", 1},
             {"program", text},
             {"method", "partition"},
             {"options", {{"pass_options", {{"propagate", false}}}}}})
           .dump()});
  ASSERT_EQ(replies.size(), 2u);
  const auto program = [&](size_t i) {
    return replies[i]["result"]["program"].get<std::string>();
  };
  EXPECT_THAT(program(0),
              testing::HasSubstr("stablehlo.tanh %arg0 : tensor<4xf32>"));
  // An op without a sharding is replicated.
  EXPECT_THAT(program(1), testing::HasSubstr("stablehlo.all_gather"));
  // How to split the argument, and to join the result.
  const Json border = {{"mesh", "m"}, {"dimensions", {{"x"}}}};
  EXPECT_EQ(replies[0]["result"]["shardings"], Json({{{"function", "main"},
                                                      {"value", "%arg0"},
                                                      {"type", "tensor<4xf32>"},
                                                      {"sharding", border}},
                                                     {{"function", "main"},
                                                      {"value", "result 0"},
                                                      {"type", "tensor<4xf32>"},
                                                      {"sharding", border}}}));
}

// Device 0 alone would wait in the program's own collective.
TEST(Serve, ChecksWhatItPartitions) {
  const std::string text =
      "sdy.mesh @m = <[\"x\"=2]>\n"
      "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %0 = \"stablehlo.all_reduce\"(%a) <{channel_handle = "
      "#stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = "
      "dense<[[0]]> : tensor<1x1xi64>, use_global_device_ids}> ({\n"
      "  ^bb0(%b: tensor<f32>, %c: tensor<f32>):\n"
      "    %1 = stablehlo.add %b, %c : tensor<f32>\n"
      "    stablehlo.return %1 : tensor<f32>\n"
      "  }) : (tensor<4xf32>) -> tensor<4xf32>\n"
      "  return %0 : tensor<4xf32>\n"
      "}\n";
  const std::vector<Json> replies = Serve(
      {Json({{"id", 0}, {"program", text}, {"method", "partition"}}).dump(),
       Json({{"id", 1},
             {"program", text},
             {"method", "partition"},
             {"options", {{"check", true}}}})
           .dump(),
       Json({{"id", 2},
             {"program", text},
             {"method", "partition"},
             {"options", {{"check", 1}}}})
           .dump()});
  ASSERT_EQ(replies.size(), 3u);
  EXPECT_TRUE(replies[0].contains("result")) << replies[0];
  EXPECT_EQ(replies[1]["error"]["code"], "failed");
  EXPECT_THAT(replies[1]["error"]["message"].get<std::string>(),
              testing::HasSubstr("groups that don't contain each of the 2 "
                                 "devices once"));
  EXPECT_EQ(replies[2]["error"]["pointer"], "/options/check");
}

TEST(Serve, AnswersInTheFormOfTheRequest) {
  const std::string text = Program(2);
  const std::vector<Json> replies = Serve({Json({{"id", 0},
                                                 {"program", text},
                                                 {"method", "convert"},
                                                 {"output", "json"}})
                                               .dump(),
                                           Request(1, text)});
  ASSERT_EQ(replies.size(), 2u);
  const Json& program = replies[0]["result"]["program"];
  ASSERT_TRUE(program.is_object());
  EXPECT_FALSE(replies[0]["result"].contains("shardings"));
  const std::vector<Json> again =
      Serve({Json({{"id", 2}, {"program", program}}).dump(),
             Json({{"id", 3}, {"program", program}, {"output", "text"}}).dump(),
             Json({{"id", 4},
                   {"program", program.dump()},
                   {"output", "none"},
                   {"options", {{"shardings", false}}}})
                 .dump()});
  ASSERT_EQ(again.size(), 3u);
  EXPECT_TRUE(again[0]["result"]["program"].is_object());
  EXPECT_EQ(again[0]["result"]["shardings"], replies[1]["result"]["shardings"]);
  EXPECT_EQ(again[1]["result"]["program"], replies[1]["result"]["program"]);
  EXPECT_FALSE(again[2]["result"].contains("program"));
  EXPECT_FALSE(again[2]["result"].contains("shardings"));
}

TEST(Serve, TellsCostsAndFindsPlans) {
  const auto ask = [](const char* method, Json options) {
    return Json({{"id", 1},
                 {"method", method},
                 {"program", Program(2)},
                 {"options", std::move(options)}})
        .dump();
  };
  const std::vector<Json> replies =
      Serve({ask("cost", {{"propagate", true}, {"topology", "h100:1x2"}}),
             ask("cost", {{"topology", "h100:1x4"}}),
             ask("cost", {{"lowering", "gpu"}}), ask("lint", {{"large", 1}}),
             ask("lint", {{"large", 1}, {"allow", {"large-replicated"}}}),
             ask("lint", {{"allow", {"nothing"}}}),
             ask("auto", {{"topology", "v5e:1x2"}, {"steps", 5}}),
             ask("auto", {{"topology", "v5e:1x2"}, {"memory", 0}}),
             ask("auto", {{"topology", "v5e:1x2"},
                          {"steps", 9},
                          {"explain", true},
                          {"reconsider", true}})});
  ASSERT_EQ(replies.size(), 9u);
  // `jax` propagates, unless `propagate` says otherwise.
  const std::vector<Json> as_jax =
      Serve({ask("cost", {{"jax", true}}),
             ask("cost", {{"jax", true}, {"propagate", true}}),
             ask("cost", {{"jax", true}, {"propagate", false}}),
             ask("cost", Json::object())});
  const auto priced = [&](size_t i) { return as_jax[i]["result"]["cost"]; };
  EXPECT_EQ(priced(0), priced(1));
  EXPECT_EQ(priced(2), priced(3));
  EXPECT_NE(priced(0), priced(2));
  const auto error = [&](size_t i) -> std::string {
    return replies[i]["error"]["message"];
  };
  const Json& cost = replies[0]["result"]["cost"];
  EXPECT_EQ(cost["memory"]["arguments"], 64);
  EXPECT_EQ(cost["topology"], "h100:1x2");
  EXPECT_EQ(error(1), "it has 4 devices, and the mesh 2");
  EXPECT_EQ(error(2), "expected \"xla\" or \"shardflow\"");
  EXPECT_EQ(replies[2]["error"]["pointer"], "/options/lowering");
  EXPECT_EQ(replies[3]["result"]["lint"]["format"], "shardflow-lint");
  EXPECT_TRUE(replies[4]["result"]["lint"]["findings"].empty());
  EXPECT_EQ(error(5), "there is no finding 'nothing'");
  const Json& found = replies[6]["result"];
  EXPECT_EQ(found["auto"]["fits"], true);
  EXPECT_LE(found["auto"]["steps"], 5);
  EXPECT_EQ(found["cost"]["devices"], 2);
  EXPECT_THAT(found["program"].get<std::string>(),
              ::testing::HasSubstr("sdy.sharding"));
  EXPECT_EQ(replies[7]["error"]["pointer"], "/options/memory");
  EXPECT_FALSE(found["auto"].contains("decisions"));
  Json again = replies[8]["result"]["auto"];
  ASSERT_TRUE(again.contains("decisions") || again.contains("keeps_given"));
  for (const Json& decision : again["decisions"]) {
    EXPECT_FALSE(decision["alternatives"].empty());
  }
}

// Replies name values as the request does. Values added by passes are marked,
// and `printed` finds each value in the program of the reply.
TEST(Serve, NamesValuesAsTheRequestDoes) {
  const std::string program = R"(
    sdy.mesh @mesh = <["x"=2, "y"=2]>
    func.func @main(%in: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
      %0 = stablehlo.dot %in, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
      %mine = sdy.reshard %0 <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
      %h:2 = "my.pair"(%mine) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
      return %h#1 : tensor<8x8xf32>
    })";
  const Json result =
      Serve({Json({{"id", 0},
                   {"program", program},
                   {"rules", "my.pair: ([i, j])->([i, j], [i, j])"},
                   {"output", "text"},
                   {"options",
                    {{"pipeline", "sdy-insert-explicit-reshards"},
                     {"pass_options", {{"enable-full-version", true}}}}}})
                 .dump()})
          .at(0)["result"];
  std::vector<std::string> rows;
  for (const char* list : {"shardings", "reshards"}) {
    for (const Json& row : result[list]) {
      std::string text = row["value"].get<std::string>();
      if (row.contains("printed")) {
        text += " as " + row["printed"].get<std::string>();
        EXPECT_NE(row["printed"], row["value"]);
      }
      if (row.contains("added")) text += ", added";
      if (row.contains("result")) {
        text += " -> " + row["result"].get<std::string>();
      }
      if (row.contains("result_printed")) {
        text += " as " + row["result_printed"].get<std::string>();
      }
      rows.push_back(std::move(text));
    }
  }
  const std::vector<std::string> expected = {
      "%in as %arg0",
      "%w as %arg1",
      "result 0",
      "%w as %0, added",
      "%0 as %1",
      "%0 as %2, added",
      "%mine as %3",
      "%h#0 as %4#0",
      "%h#1 as %4#1",
      "%h#0 as %5, added",
      "%h#1 as %6, added",
      "%h#1 as %7, added",
      // the reshards
      "%w as %arg1 -> %0",
      "%0 as %1 -> %mine as %3",
      "%h#0 as %4#0 -> %5",
      "%h#1 as %4#1 -> %7",
  };
  EXPECT_EQ(rows, expected) << result["program"].get<std::string>();
}

// A request may ask for replies in the format of version 0.1. These name values
// as in the program that the reply contains.
TEST(Serve, OldRepliesNameValuesAsTheirProgramDoes) {
  const std::string program = R"(
    sdy.mesh @mesh = <["x"=2]>
    func.func @main(%in: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
      %h = stablehlo.tanh %in : tensor<8xf32>
      return %h : tensor<8xf32>
    })";
  const auto ask = [&](const Json& version) {
    const Json request = {
        {"program", program},
        {"output", "text"},
        {"options", {{"pipeline", "sdy-propagation-pipeline"}}},
        {"reply_version", version}};
    EXPECT_EQ(SchemaFault(ReadSchema("propagate-request-1.schema.json"),
                          request) == "",
              version == 1 || version == 2);
    return Json::parse(Requested(request.dump()).Answer({}).json);
  };
  const auto names = [](const Json& answer) {
    std::vector<std::string> all;
    for (const char* list : {"shardings", "reshards", "collectives"}) {
      for (const Json& row : answer["result"][list])
        all.push_back(row["value"]);
    }
    return all;
  };
  const Json first = ask(1), second = ask(2);
  EXPECT_EQ(SchemaFault(ReadSchema("propagate-response-1.schema.json"), first),
            "");
  EXPECT_EQ(SchemaFault(ReadSchema("propagate-response-2.schema.json"), second),
            "");
  // The first schema has no member "printed".
  EXPECT_NE(SchemaFault(ReadSchema("propagate-response-1.schema.json"), second),
            "");
  EXPECT_EQ(names(first),
            (std::vector<std::string>{"%arg0", "result 0", "%0"}));
  EXPECT_EQ(names(second), (std::vector<std::string>{"%in", "result 0", "%h"}));
  const Json wrong = ask(3);
  EXPECT_EQ(wrong["error"]["message"], "expected version 1 or 2");
  EXPECT_EQ(wrong["error"]["pointer"], "/reply_version");
}

// Arguments of the bodies of loops have the sharding of their edge.
TEST(Serve, TellsShardingsInLoops) {
  const std::string program = R"(
    sdy.mesh @mesh = <["x"=2]>
    func.func @main(%in: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
      %r = stablehlo.while(%i = %in) : tensor<8xf32> cond {
        %c = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %t = stablehlo.tanh %i : tensor<8xf32>
        stablehlo.return %t : tensor<8xf32>
      }
      return %r : tensor<8xf32>
    })";
  const Json result = Serve({Request(1, program)}).at(0)["result"];
  std::vector<std::string> sharded;
  for (const Json& row : result["shardings"]) {
    sharded.push_back(row["value"]);
    EXPECT_EQ(row["sharding"]["dimensions"].at(0).at(0), "x") << row.dump();
  }
  // %i is an argument of both regions.
  EXPECT_EQ(std::count(sharded.begin(), sharded.end(), "%i"), 2);
  for (const char* name : {"%in", "%r", "%t"}) {
    EXPECT_EQ(std::count(sharded.begin(), sharded.end(), name), 1) << name;
  }
}

TEST(Serve, ListsCommunication) {
  const std::string program = R"(
    sdy.mesh @mesh = <["x"=2, "y"=2]>
    func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
      %0 = sdy.reshard %a <@mesh, [{}, {"x"}]> : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    })";
  const auto run = [&](const std::string& pass) {
    return Serve({Json({{"id", 0},
                        {"program", program},
                        {"options", {{"pipeline", pass}}}})
                      .dump()})
        .at(0)["result"];
  };
  const Json before = run("sdy-close-shardings");
  ASSERT_EQ(before["reshards"].size(), 1u);
  EXPECT_EQ(before["reshards"][0]["value"], "%a");
  EXPECT_EQ(before["reshards"][0]["printed"], "%arg0");
  EXPECT_EQ(before["reshards"][0]["result"], "%0");
  EXPECT_EQ(before["reshards"][0]["steps"], Json({"reshard"}));
  EXPECT_EQ(before["reshards"][0]["to"]["dimensions"],
            Json::parse(R"([[], ["x"]])"));
  EXPECT_TRUE(before["collectives"].empty());
  const Json after = run("sdy-reshard-to-collectives");
  ASSERT_EQ(after["reshards"].size(), 1u);
  EXPECT_EQ(after["reshards"][0]["steps"].size(), after["collectives"].size());
  ASSERT_FALSE(after["collectives"].empty());
  int64_t bytes = 0;
  for (const Json& step : after["collectives"]) {
    bytes += step["bytes_sent"].get<int64_t>();
  }
  EXPECT_GT(bytes, 0);
}

TEST(Serve, OversizedRequestsHurtNoOther) {
  std::string large = R"({"id": "large", "program": ")";
  large.append(3 << 20, ' ');
  std::string nested(2000, '[');
  const std::vector<Json> replies =
      Serve({Request(1, Program(1)), large + "\"}", "\"" + large, nested,
             Request(2, Program(1))},
            {"--max-request-mib", "2", "--max-depth", "1000"});
  ASSERT_EQ(replies.size(), 5u);
  std::map<std::string, int> codes;
  int large_id = 0;
  for (const Json& reply : replies) {
    codes[reply.contains("error") ? reply["error"]["code"] : "ok"]++;
    large_id += reply["id"] == "large" ? 1 : 0;
  }
  EXPECT_EQ(codes["ok"], 2);
  EXPECT_EQ(codes["too-large"], 2);
  EXPECT_EQ(codes["bad-request"], 1);
  EXPECT_EQ(large_id, 1);
}

// Sends a slow request, others that wait behind it, and a cancellation of one
// of them (or of the slow one). Whether the cancellation is in time depends on
// the threads, but the reply must report it correctly.
int CancelsInTime(const std::string& target, const std::string& slow) {
  const std::vector<Json> replies = Serve(
      {Request("slow", slow), Request("a", Program(1)),
       Request("b", Program(1)),
       Json({{"id", "c"}, {"method", "cancel"}, {"target", target}}).dump()});
  EXPECT_EQ(replies.size(), 4u);
  std::map<std::string, Json> by_id;
  for (const Json& reply : replies) by_id[reply["id"]] = reply;
  EXPECT_EQ(by_id.size(), 4u);
  const bool cancelled = by_id["c"]["result"]["cancelled"];
  for (const std::string id : {"slow", "a", "b"}) {
    if (cancelled && id == target) {
      EXPECT_EQ(by_id[id]["error"]["code"], "cancelled");
    } else {
      EXPECT_TRUE(by_id[id].contains("result")) << id;
    }
  }
  return cancelled ? 1 : 0;
}

TEST(Serve, CancelsWaitingAndRunning) {
  const std::string slow = Program(20000);
  for (const std::string target : {"a", "slow"}) {
    int in_time = 0;
    for (int attempt = 0; attempt < 10 && in_time == 0; ++attempt) {
      in_time += CancelsInTime(target, slow);
    }
    EXPECT_GT(in_time, 0) << target;
  }
}

// Tests errors in a request, and where they point.
TEST(Requests, Mistakes) {
  const struct {
    Json request;  // a program is added to it
    std::string pointer, message, hint;
  } cases[] = {
      {{{"method", "cancel"}, {"target", Json::array({1})}},
       "/target",
       "expected the id of a request",
       ""},
      {{{"version", 2}}, "/version", "expected version 1", ""},
      {{{"name", 3}}, "/name", "expected a string, found a number", ""},
      {{{"rules", 3}}, "/rules", "expected an object or a string", ""},
      {{{"output", "xml"}},
       "/output",
       R"(expected "json", "text", "artifact" or "none")",
       ""},
      {{{"options", {{"compat", "jaxlib-0.13"}}}},
       "/options/compat",
       R"(expected "shardy-2026-08" or "jaxlib-0.12")",
       ""},
      {{{"options", {{"pass_options", 3}}}},
       "/options/pass_options",
       "expected an object or a string",
       ""},
      {{{"options", {{"pass_options", {{"a", nullptr}}}}}},
       "/options/pass_options/a",
       "expected a string, a number, true or false",
       ""},
      {{{"options", {{"pass_options", {{"a", "b c"}}}}}},
       "/options/pass_options/a",
       "a space in an option's value",
       R"(give the options as one string: "a='b c'")"},
  };
  for (const auto& c : cases) {
    Json json = c.request;
    json["id"] = 5;
    json["program"] = Program(1);
    const Reply reply = Requested(json.dump()).Answer({});
    EXPECT_FALSE(reply.ok);
    EXPECT_TRUE(reply.bad_input);
    const Json answer = Json::parse(reply.json);
    EXPECT_EQ(
        SchemaFault(ReadSchema("propagate-response-2.schema.json"), answer),
        "");
    EXPECT_EQ(answer["id"], 5);
    const Json& error = answer["error"];
    EXPECT_EQ(error.value("code", ""), "bad-request") << reply.json;
    EXPECT_EQ(error.value("pointer", ""), c.pointer);
    EXPECT_EQ(error.value("message", ""), c.message);
    EXPECT_EQ(error.value("hint", ""), c.hint);
  }
}

// Messages include the program's name and any notes.
TEST(Requests, MessagesOfAProgram) {
  const Json request = {{"name", "model.mlir"},
                        {"program",
                         "func.func @main(%a: tensor<8xf32>) {\n"
                         "  %a = stablehlo.negate %a : tensor<8xf32>\n"
                         "  return\n}\n"}};
  const Json answer = Json::parse(Requested(request.dump()).Answer({}).json);
  EXPECT_EQ(SchemaFault(ReadSchema("propagate-response-2.schema.json"), answer),
            "");
  const Json& message = answer["error"]["diagnostics"].at(0);
  EXPECT_EQ(message.value("file", ""), "model.mlir");
  EXPECT_EQ(message.value("line", 0), 2);
  EXPECT_EQ(message.value("message", ""), "redefinition of SSA value '%a'");
  ASSERT_EQ(message["notes"].size(), 1u);
  EXPECT_EQ(message["notes"][0].value("severity", ""), "note");
  EXPECT_EQ(message["notes"][0].value("message", ""),
            "previously defined here");
  EXPECT_EQ(message["notes"][0].value("line", 0), 1);
}

TEST(Requests, OptionsOfPasses) {
  const std::string program =
      "sdy.mesh @mesh = <[\"x\"=2]>\n"
      "func.func @main(%a: tensor<8xf32> {sdy.sharding = "
      "#sdy.sharding<@mesh, [{\"x\"}]>}, %b: tensor<8xf32>) -> tensor<8xf32> "
      "{\n"
      "  %0 = stablehlo.add %a, %b : tensor<8xf32>\n"
      "  return %0 : tensor<8xf32>\n}\n";
  const auto answer = [&](const char* pass, const Json& options) {
    const Json request = {
        {"program", program},
        {"options", {{"pipeline", pass}, {"pass_options", options}}}};
    return Json::parse(Requested(request.dump()).Answer({}).json);
  };
  const char* const reshards = "sdy-insert-explicit-reshards";
  const Json plain = answer(reshards, "");
  const Json full = answer(reshards, "enable-full-version=true");
  EXPECT_EQ(plain["result"]["reshards"].size(), 0u) << plain;
  EXPECT_EQ(full["result"]["reshards"].size(), 2u) << full;
  const Json object = answer(reshards, {{"enable-full-version", true}});
  EXPECT_EQ(object["result"]["program"], full["result"]["program"]) << object;
  // An option with a string value.
  const char* const propagate = "sdy-aggressive-propagate";
  EXPECT_TRUE(answer(propagate, {{"conservative-propagation", true},
                                 {"propagation-strategy", "basic"}})
                  .contains("result"));
  EXPECT_EQ(
      answer(propagate, {{"propagation-strategy", "none"}})["error"].value(
          "message", ""),
      "sdy-aggressive-propagate: 'none' is not a value of option "
      "propagation-strategy");
}

// No matter which pass option a request sets to a path, nothing is written
// there. Options that are declared as paths are rejected.
TEST(Requests, WriteNoFiles) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) /
      ("requests_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  size_t paths = 0;
  for (const PassInfo& pass : Passes()) {
    for (const PassOption& option : pass.options) {
      const Json request = {
          {"program", Program(1)},
          {"options",
           {{"pipeline", pass.name},
            {"pass_options",
             {{option.name, (folder / "made" / pass.name).string()}}}}}};
      const Json reply = Json::parse(Requested(request.dump()).Answer({}).json);
      EXPECT_TRUE(std::filesystem::is_empty(folder))
          << pass.name << " " << option.name;
      // This catches path options that weren't declared as such.
      const std::string& name = option.name;
      EXPECT_EQ(option.is_path, name.find("dir") != name.npos ||
                                    name.find("file") != name.npos ||
                                    name.find("path") != name.npos)
          << pass.name << " " << name;
      if (!option.is_path) continue;
      ++paths;
      EXPECT_EQ(reply["error"].value("message", ""),
                pass.name + ": option " + name +
                    " writes files, and this run may not touch files");
    }
  }
  EXPECT_GE(paths, 5u);
  std::filesystem::remove_all(folder);
}

TEST(Requests, MayBeMoved) {
  class Request request(Request(7, Program(1)));
  const class Request other = std::move(request);
  EXPECT_EQ(other.id(), "7");
  request = Requested(R"({"id": "b", "method": "cancel", "target": 7})");
  EXPECT_EQ(request.id(), "\"b\"");
  EXPECT_TRUE(request.is_cancel());
  EXPECT_EQ(request.target(), "7");
  EXPECT_TRUE(other.Answer({}).ok);
}

// A running request ends when it is cancelled, whatever it is doing.
TEST(Requests, AnswersStop) {
  const std::atomic<bool> stop = true;
  const class Request request(Request(7, Program(10)));
  const Reply reply = request.Answer({.one_line = true, .stop = &stop});
  EXPECT_FALSE(reply.ok);
  EXPECT_TRUE(reply.bad_input);
  const Json json = Json::parse(reply.json);
  EXPECT_EQ(SchemaFault(ReadSchema("propagate-response-2.schema.json"), json),
            "");
  EXPECT_EQ(json["id"], 7);
  EXPECT_EQ(json["error"]["code"], "cancelled");
  // The request itself is unchanged, so it can be answered again.
  EXPECT_TRUE(request.Answer({}).ok);
  const std::atomic<bool> go_on = false;
  EXPECT_TRUE(request.Answer({.stop = &go_on}).ok);
}

int64_t ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  int64_t size = 0, resident = 0;
  file >> size >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

TEST(Serve, TenThousandRequestsInTheSameMemory) {
  constexpr int kRequests = 10000;
  constexpr int kWarm = 1000;
  const std::string program = Program(20);
  int next = 0, replies = 0;
  int64_t warm = 0, last = 0;
  LineSource source([&]() -> std::optional<std::string> {
    if (next == kRequests) return std::nullopt;
    // Some of the requests are invalid.
    if (++next % 100 == 0) return R"({"id": 0, "program": "x)";
    if (next % 100 == 1) return Request(next, "func.func @f(");
    return Request(next, program);
  });
  LineSink sink([&](const std::string& line) {
    ++replies;
    EXPECT_EQ(line.front(), '{');
    if (replies == kWarm) warm = ResidentBytes();
    if (replies == kRequests) last = ResidentBytes();
  });
  std::istream in(&source);
  std::ostream out(&sink);
  std::ostringstream err;
  const std::vector<std::string> args = {"serve", "--stdio", "--max-waiting",
                                         "8"};
  EXPECT_EQ(RunTool(args, in, out, err), 0);
  EXPECT_EQ(replies, kRequests);
#ifndef __SANITIZE_ADDRESS__  // which delays freeing
  EXPECT_LT(last - warm, 4 << 20);
#endif
  RecordProperty("growth", std::to_string(last - warm));
}

TEST(Serve, EndsWhenNobodyListens) {
  int next = 0;
  LineSource source([&]() -> std::optional<std::string> {
    if (next == 100) return std::nullopt;
    return Request(next++, Program(1));
  });
  std::istream in(&source);
  std::ostringstream out, err;
  out.setstate(std::ios::badbit);
  const std::vector<std::string> args = {"serve", "--stdio"};
  EXPECT_EQ(RunTool(args, in, out, err), 4);
  EXPECT_NE(err.str().find("cannot write to standard output"),
            std::string::npos);
}

TEST(PropagateJson, AnswersAFile) {
  const auto run = [](const std::string& request, std::string& reply) {
    std::istringstream in(request);
    std::ostringstream out, err;
    const std::vector<std::string> args = {"propagate", "--json", "-"};
    const int code = RunTool(args, in, out, err);
    reply = out.str();
    EXPECT_EQ(SchemaFault(ReadSchema("propagate-response-2.schema.json"),
                          Json::parse(reply)),
              "");
    return code;
  };
  std::string reply;
  EXPECT_EQ(run(Request(1, Program(1)), reply), 0);
  EXPECT_NE(reply.find("\n"), reply.size() - 1);  // indented, for people
  EXPECT_EQ(run(Request(1, "x"), reply), 3);
  EXPECT_EQ(run("{", reply), 3);
}

// Flags can't set options that the request also sets.
TEST(PropagateJson, FlagsThatDoNotGoWithIt) {
  const std::string request = Request(1, Program(1));
  const auto said = [&](std::vector<std::string> args) {
    args.insert(args.begin(), {"propagate", "--json"});
    std::istringstream in(request);
    std::ostringstream out, err;
    EXPECT_NE(RunTool(args, in, out, err), 0);
    EXPECT_EQ(out.str(), "");
    return err.str().substr(0, err.str().find('\n'));
  };
  const std::string of_the_request =
      "shardflow: propagate: with --json, the request says what --compat, "
      "--rules, --extra-rules, --dynamic-shapes and --jax say";
  EXPECT_EQ(said({"-", "--extra-rules"}), of_the_request);
  EXPECT_EQ(said({"-", "--compat=jaxlib-0.12"}), of_the_request);
  EXPECT_EQ(said({"-", "--rules=a"}), of_the_request);
  EXPECT_EQ(said({"-", "--format=json"}),
            "shardflow: propagate: --dump-dir and --format don't go with "
            "--json");
  EXPECT_EQ(said({"no/such.json"}),
            "shardflow: cannot read 'no/such.json': No such file or directory");
}

TEST(Requests, ExamplesOfTheSchemaAreRead) {
  const Json schema = ReadSchema("propagate-request-1.schema.json");
  for (const Json& example : schema["examples"]) {
    const class Request request(example.dump());
    SessionStore sessions;
    const Reply reply = request.Answer({.sessions = &sessions});
    const Json json = Json::parse(reply.json);
    // The sessions of the examples are not open.
    if (json.contains("error") &&
        json["error"].value("pointer", "") != "/session") {
      EXPECT_NE(json["error"]["code"], "bad-request") << reply.json;
    }
  }
  EXPECT_EQ(IdOfPrefix(R"({"id": 7, "program": "..)"), "7");
  EXPECT_EQ(IdOfPrefix(R"({"id": "a\u0062", "p)"), "\"ab\"");
  EXPECT_EQ(IdOfPrefix(R"({"program": "..., "id": 7)"), "null");
  EXPECT_EQ(IdOfPrefix(""), "null");
}

}  // namespace
}  // namespace shardflow::internal
