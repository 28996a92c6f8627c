#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Tests the errors for JSON that isn't a program: position, pointer, text and
// hint.

namespace shardflow::internal {
namespace {

std::string FaultOf(const std::string& json, bool unregistered = false) {
  ReadOptions options;
  options.allow_unregistered_dialect = unregistered;
  options.verify = false;
  std::vector<Message> messages;
  if (Program::Read("p", json, options, messages)) return "";
  EXPECT_EQ(messages.size(), 1u);
  EXPECT_GT(messages[0].line, 0);
  std::string text = messages[0].text;
  for (const Message& note : messages[0].notes) text += " | " + note.text;
  return text;
}

// Returns the error for a program with these ops.
std::string OpsFault(const std::string& ops, bool unregistered = false) {
  return FaultOf(
      R"({"format": "shardflow-module", "version": 1, "ops": [)" + ops + "]}",
      unregistered);
}

TEST(JsonErrors, Documents) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"{}", "needs \"format\""},
      {R"({"format": "x", "version": 1, "ops": []})",
       "/format: expected \"shardflow-module\""},
      {R"({"format": "shardflow-module", "version": 2, "ops": []})",
       "/version: expected version 1: this is all that this shardflow reads"},
      {R"({"format": "shardflow-module", "version": 1.5, "ops": []})",
       "/version: expected a whole number of at most 64 bits"},
      {R"({"format": "shardflow-module", "version": 1, "opps": []})",
       "/opps: unknown key \"opps\" | did you mean \"ops\"?"},
      {R"({"format": "shardflow-module", "version": 1, "ops": {}})",
       "/ops: expected an array, found an object"},
      {R"({"format": "shardflow-module", "version": 1, "ops": [], "ops": []})",
       "/ops: the key \"ops\" is given twice"},
      {R"({"format": "shardflow-module", "version": 1, "ops": [],
           "resources": [{"dialect": "a", "key": "b", "value": "c"}]})",
       "/resources/0/value: expected the text of a string with its quotes: "
       "\"\\\"0x08000000\\\"\""},
      {R"({"format": "shardflow-module", "version": 1, "ops": [],
           "resources": [{"dialect": "a", "key": "b"}]})",
       "/resources/0: needs \"value\""},
      {R"({"format": "shardflow-module", "version": 1, "ops": [],
           "symbol": 1})",
       "/symbol: expected a string, found a number"},
      {R"({"format": "shardflow-module", "version": 1, "ops": [],
           "symbol": ""})",
       "/symbol: a symbol needs a name"},
      {R"({"format": "shardflow-module", "version": 1, "ops": [],
           "location": 1})",
       "/location: expected an object, found a number"},
  };
  for (const auto& [json, text] : rows) EXPECT_EQ(FaultOf(json), text) << json;
  EXPECT_EQ(FaultOf(R"({"format": "shardflow-module", "version": 1, "ops": [],
                        "x-mine": {"any": 1}, "$schema": "..."})"),
            "");
}

TEST(JsonErrors, Ops) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"1", "/ops/0: expected an object, found a number"},
      {R"({"operands": []})", "/ops/0: needs \"op\""},
      {R"({"op": "stablehlo.ad"})",
       "/ops/0/op: unknown op \"stablehlo.ad\" | did you mean "
       "\"stablehlo.add\"?"},
      {R"({"op": "my.op.that.is.like.none"})",
       "/ops/0/op: unknown op \"my.op.that.is.like.none\" | ops of other "
       "dialects need --allow-unregistered-dialect"},
      {R"({"op": "stablehlo.add", "operand": []})",
       "/ops/0/operand: unknown key \"operand\" | did you mean \"operands\"?"},
      {R"({"op": "stablehlo.add", "arguments": []})",
       "/ops/0/arguments: only a function has \"arguments\" | {\"regions\": "
       "[{\"arguments\": [...], \"ops\": [...]}]}"},
      {R"({"op": "func.func", "symbol": "f", "body": [
           {"op": "stablehlo.negate", "operands": ["%0"]}]})",
       "/ops/0/body/0/operands/0: use of undefined value \"%0\" | a value is "
       "known after its op, in its block and in the regions inside"},
      {R"({"op": "func.func", "symbol": "f", "arguments": [
             {"name": "%x", "type": "i1"}], "body": [
           {"op": "func.return", "operands": ["x"]}]})",
       "/ops/0/body/0/operands/0: use of undefined value \"x\" | did you mean "
       "\"%x\"?"},
      {R"({"op": "func.func", "symbol": "f", "arguments": [
           {"name": "a", "type": "i1"}, {"name": "\u0061", "type": "i1"}],
           "body": []})",
       "/ops/0/arguments/1/name: redefinition of value \"a\""},
      {R"({"op": "func.func", "symbol": "f", "arguments": [{"type": "i1"}],
           "body": []})",
       "/ops/0/arguments/0: needs \"name\""},
      {R"({"op": "func.func", "body": []})", "/ops/0: needs \"symbol\""},
      {R"({"op": "func.func", "symbol": "", "body": []})",
       "/ops/0/symbol: a symbol needs a name"},
      {R"({"op": "func.func", "symbol": "f", "results": [{"type": "f33"}]})",
       "/ops/0/results/0/type: expected non-function type | types are written "
       "as in the text: \"tensor<8x16xf32>\""},
      {R"({"op": "builtin.module"})",
       "/ops/0: a module must have exactly one region"},
      {R"({"op": "stablehlo.negate", "operands": [1]})",
       "/ops/0/operands/0: expected a string, found a number"},
      {R"({"op": "stablehlo.constant", "results": [{"name": "a", "type": "i1"}],
           "attributes": {"sdy.sharding": {"shardings": [
             {"mesh": "m", "dimensions": []}]}}})",
       "/ops/0/attributes: the shardings of values stand beside their types | "
       "write them in \"results\""},
      {R"({"op": "stablehlo.while", "regions": [{"arguments": [
           {"name": "a", "type": "i1",
            "sharding": {"mesh": "m", "dimensions": []}}], "ops": []}]})",
       "/ops/0/regions/0/arguments/0: only arguments of functions and of "
       "manual "
       "or named computations have a sharding"},
      {R"({"op": "sdy.mesh", "symbol": "a", "attributes": {"sym_name": "b"}})",
       "/ops/0/symbol: also among the attributes, as \"sym_name\""},
      {R"({"op": "sdy.mesh", "location": {"file": "a"}})",
       "/ops/0/location: needs \"line\""},
      {R"({"op": "sdy.mesh", "location": {"text": "loc("}})",
       "/ops/0/location/text: expected location instance"},
  };
  for (const auto& [json, text] : rows) EXPECT_EQ(OpsFault(json), text) << json;
}

// These errors are in regions and functions, and in the properties of values.
TEST(JsonErrors, Structure) {
  const auto region = [](const std::string& content) {
    return R"({"op": "stablehlo.case", "regions": [)" + content + "]}";
  };
  const auto function = [](const std::string& rest) {
    return R"({"op": "func.func", "symbol": "f", )" + rest + "}";
  };
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"({"op": ""})", "/ops/0/op: empty operation name is invalid"},
      {R"({"op": "a\u0000b"})", "/ops/0/op: empty operation name is invalid"},
      {function(R"("body": [], "regions": [])"),
       "/ops/0: \"body\" and \"regions\" do not go together"},
      {function(R"("regions": [])"),
       "/ops/0: 'func.func' op requires one region"},
      {function(R"("regions": [{"arguments": [], "ops": []}])"),
       "/ops/0/regions/0/arguments: a function's arguments are listed with "
       "the function, not in its block"},
      {function(R"("attributes": {"function_type": {"type": "() -> i1"}})"),
       "/ops/0: the arguments and results contradict function_type"},
      {function(R"("arguments": [{"type": "i1", "attributes": {
           "sdy.sharding": {"sharding": "<@m, []>"}}}])"),
       "/ops/0/arguments/0/attributes: the sharding of a value is its "
       "\"sharding\""},
      {region(R"({"blocks": [], "ops": []})"),
       "/ops/0/regions/0: a region with \"blocks\" has no other members"},
      {region(R"({"blocks": 1})"),
       "/ops/0/regions/0/blocks: expected an array, found a number"},
      {region(R"({"blocks": [{"blocks": []}]})"),
       "/ops/0/regions/0/blocks/0/blocks: a block has no blocks"},
      {region(R"({"arguments": [{"name": "%a", "type": "i1",
                                 "attributes": {"x": 1}}], "ops": []})"),
       "/ops/0/regions/0/arguments/0: only arguments of functions have "
       "\"attributes\""},
      {R"({"op": "sdy.mesh", "results": [{"name": "%0", "type": "i1", "location": 1}]})",
       "/ops/0/results/0/location: expected an object, found a number"},
      {R"({"op": "stablehlo.add", "attributes": {"sdy.sharding_rule": {
           "rule": "<([i])->([i]) {i=2}>"}}})",
       "/ops/0/attributes: the sharding rule of an op is its \"rule\""},
      {R"({"op": "sdy.mesh", "attributes": {"k": {
           "sharding": "_per_value<[<@m, []>]>"}}})",
       "/ops/0/attributes/k/sharding: expected a sharding"},
      {R"({"op": "sdy.mesh", "attributes": {"k": {"mesh": "_axis\"x\"=2"}}})",
       "/ops/0/attributes/k/mesh: expected a mesh"},
      {R"({"op": "sdy.manual_computation",
           "attributes": {"in_shardings": {"shardings": []}},
           "regions": [{"ops": []}]})",
       "/ops/0/attributes: the shardings of values stand beside their types "
       "| write them in the region's \"arguments\""},
      {R"({"op": "stablehlo.add", "rule": "<([i])->([i]) {j=2}>"})",
       "/ops/0/rule: expecting factor indices to be ordered like an iota "
       "([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting factor index symbol "
       "'i', received: 'j'"},
      {R"({"op": "stablehlo.add", "rule": "<([ii])->([i]) {i=2}>"})",
       "/ops/0/rule: not a sharding rule: a factor is unknown, has no size, or "
       "is "
       "twice in a tensor"},
  };
  for (const auto& [json, text] : rows) EXPECT_EQ(OpsFault(json), text) << json;

  std::string many = "0";
  for (int i = 0; i < 65535; ++i) many += ",0";
  EXPECT_EQ(OpsFault(region(many)), "/ops/0/regions: more than 65535 regions");
}

TEST(JsonErrors, Attributes) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"1.5",
       "a plain number is read as an i64, and this isn't one | write "
       "{\"float\": 1.5, \"type\": \"f32\"}"},
      {"{}",
       "an object without a key that says what it is | a dictionary is "
       "{\"dict\": {...}}"},
      {R"({"integer": 1})", "needs \"type\""},
      {R"({"integer": 1, "float": 1, "type": "i8"})",
       "\"integer\" and \"float\" do not go together"},
      {R"({"bytes": "abc"})", ""},
      {R"({"integer": [], "type": "i8"})", ""},
      {R"({"float": [], "type": "f32"})", ""},
      {R"({"sharding": {"mesh": "m", "dimensions": [], "reduction": "x"}})",
       ""},
      {R"({"rule": {"factors": [{"name": "i"}], "operands": [],
                    "results": []}})",
       ""},
      {R"({"rule": {"factors": [{"name": "i", "size": 2, "type": "x"}],
                    "operands": [], "results": []}})",
       ""},
      {R"({"mesh": "<[]> 1"})", ""},
      {R"({"sharding": "<@m, []> 1"})", ""},
      {R"({"float": "1 : f32, x", "type": "f32"})", ""},
      {R"({"float": 1, "type": "i32"})", ""},
      {R"({"integer": "1 : i8", "type": "i32"})", ""},
      {R"({"text": "1 : i8 2"})", ""},
      {R"({"symbol": []})", ""},
      {R"({"symbol": "f", "type": "i8"})", ""},
      {R"({"rule": 1})", ""},
      {R"({"array": ["x"], "type": "i64"})", ""},
      {R"({"sharding": {"mesh": "m"}})", ""},
      {R"({"sharding": {"mesh": "m", "dimensions": [{"axis": ["x"]}]}})", ""},
      {R"({"rule": {"factors": [], "operands": [[["i"]]], "results": []}})",
       ""},
      {R"({"mesh": {"axes": [{"name": "x"}]}})", ""},
  };
  for (const auto& [json, text] : rows) {
    const std::string fault =
        OpsFault(R"({"op": "sdy.mesh", "attributes": {"k": )" + json + "}}");
    ASSERT_FALSE(fault.empty()) << json;
    EXPECT_TRUE(fault.starts_with("/ops/0/attributes/k")) << fault;
    if (!text.empty()) {
      EXPECT_EQ(fault, "/ops/0/attributes/k: " + text);
    }
  }
  std::string deep = "null";
  for (int i = 0; i < 1000; ++i) deep = "[" + deep + "]";
  EXPECT_NE(OpsFault(R"({"op": "sdy.mesh", "attributes": {"k": )" + deep + "}}")
                .find("attributes nest deeper than 128"),
            std::string::npos);
}

// A name isn't visible outside its function, even if the same name is defined
// later.
TEST(JsonErrors, ScopesEnd) {
  EXPECT_EQ(OpsFault(R"(
    {"op": "func.func", "symbol": "f", "body": [
       {"op": "func.return", "operands": ["%x"]}]},
    {"op": "func.func", "symbol": "g",
     "arguments": [{"name": "%x", "type": "i1"}], "body": []})")
                .substr(0, 44),
            "/ops/0/body/0/operands/0: use of undefined v");
  // A name is visible in the regions of its function, and can be redefined in a
  // sibling of the region that defines it.
  EXPECT_EQ(OpsFault(R"(
    {"op": "func.func", "symbol": "f",
     "arguments": [{"name": "%x", "type": "i1"}], "body": [
       {"op": "a.b", "regions": [{"ops": [
          {"op": "a.c", "operands": ["%x"],
           "results": [{"name": "y", "type": "i1"}]}]},
         {"ops": [
          {"op": "a.c", "results": [{"name": "y", "type": "i1"}]}]}]}]})",
                     /*unregistered=*/true),
            "");
}

}  // namespace
}  // namespace shardflow::internal
