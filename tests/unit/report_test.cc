#include "shardflow/report.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/columns.h"
#include "report/page.h"
#include "report/paths.h"
#include "shardflow/cost.h"
#include "shardflow/diff.h"
#include "shardflow/explain.h"
#include "shardflow/graph.h"
#include "unit/json_schema.h"

// Checks that the data of a report agrees with the rest of the library, and
// that no name can break out of the page.

namespace shardflow::internal {
namespace {

using Json = nlohmann::json;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

std::string Column(const std::vector<int32_t>& values) {
  std::string out;
  AppendColumn(values, out);
  return out;
}

TEST(ReportColumn, TakesTheShorterForm) {
  EXPECT_EQ(Column({}), "[]");
  EXPECT_EQ(Column({7, 1, 4}), "[7,1,4]");
  EXPECT_EQ(Column({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}),
            R"({"steps":[0,1,1,11]})");
  EXPECT_EQ(Column(std::vector<int32_t>(100, -1)), R"({"steps":[-1,1,0,99]})");
}

TEST(ReportColumn, WritesAllNumbers) {
  std::vector<int32_t> values = {INT32_MIN, INT32_MAX};
  for (int32_t power = 1; power <= INT32_MAX / 10; power *= 10) {
    for (const int32_t value : {10 * power, 10 * power - 1, power + 3}) {
      values.insert(values.end(), {value, -value});
    }
  }
  std::string expected;
  for (const int32_t value : values) {
    expected += (expected.empty() ? "[" : ",") + std::to_string(value);
  }
  EXPECT_EQ(Column(values), expected + "]");
}

// Decodes a column as web/src/data.js does.
std::vector<int64_t> Values(const Json& column) {
  if (column.is_array()) return column;
  std::vector<int64_t> values;
  int64_t value = 0;
  const Json& steps = column["steps"];
  for (size_t k = 0; k < steps.size(); k += 2) {
    for (int64_t n = steps[k + 1]; n > 0; --n) {
      values.push_back(value += steps[k].get<int64_t>());
    }
  }
  return values;
}

TEST(ReportColumn, EitherFormSaysTheSame) {
  for (const std::vector<int32_t>& values : std::vector<std::vector<int32_t>>{
           {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5},
           {1, 2, 3, 2, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11},
           {INT32_MIN, INT32_MAX, INT32_MIN, 0}}) {
    EXPECT_EQ(Values(Json::parse(Column(values))),
              std::vector<int64_t>(values.begin(), values.end()));
  }
}

TEST(ReportPaths, MakesATree) {
  Strings strings;
  Paths paths(strings);
  EXPECT_EQ(paths.Add("a/b/w").leaf, "w");
  EXPECT_EQ(paths.Add("a/b/v").scope, 1);
  EXPECT_EQ(paths.Add("a/c/w").scope, 2);
  EXPECT_EQ(paths.Add("w").scope, -1);
  EXPECT_EQ(paths.Add("a/").leaf, "a/");
  EXPECT_THAT(paths.parents(), ElementsAre(-1, 0, 0));
  EXPECT_THAT(strings.all(), ElementsAre("a", "b", "c"));
}

// If a path were written with the names of all levels, its size would grow with
// the square of the depth.
TEST(ReportPaths, IsNotDeeperThanPeopleLook) {
  Strings strings;
  Paths paths(strings);
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "a/";
  paths.Add(deep + "w");
  EXPECT_LT(paths.names().size(), 30u);
}

// --- reports of programs

constexpr char kProgram[] = R"(
sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func @main(
    %arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("batch['x']"),
    %arg1: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>} loc("params['layer0']['w1']"),
    %arg2: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>} loc("params['layer0']['w2']"),
    %arg3: tensor<16x32xf32> loc("opt_state[0].mu['layer0']['w1']"))
    -> (tensor<8x16xf32> {jax.result_info = "result['y']"}, tensor<8xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32> loc("jit(f)/mlp/dot_general")
  %1 = stablehlo.dot_general %0, %arg2, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32> loc("jit(f)/mlp/dot_general")
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %cst) across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }
  return %1, %2 : tensor<8x16xf32>, tensor<8xf32>
}
)";

std::optional<Program> ReadProgram(const std::string& text) {
  std::vector<Message> messages;
  ReadOptions options;
  options.keep_names = true;
  std::optional<Program> program =
      Program::Read("step.mlir", SourceText(text), options, messages);
  EXPECT_TRUE(program) << (messages.empty() ? "" : messages[0].ToString());
  return program;
}

Json DataOf(const std::string& text, ReportOptions options = {}) {
  const std::optional<Program> program = ReadProgram(text);
  if (!program) return {};
  options.format = ReportFormat::kJson;
  options.name = "step.mlir";
  std::vector<Message> messages;
  const std::optional<std::string> report = Report(*program, options, messages);
  EXPECT_TRUE(report) << (messages.empty() ? "" : messages[0].ToString());
  if (!report) return {};
  const Json data = Json::parse(*report, nullptr, false);
  EXPECT_EQ(SchemaFault(ReadSchema("report-1.schema.json"), data), "");
  return data;
}

// Returns the moves, each joined with the transfer that it shares with others.
std::vector<Json> MovesOf(const Json& data) {
  const Json& columns = data["communication"];
  std::vector<Json> moves;
  for (size_t i = 0; i < columns["count"].get<size_t>(); ++i) {
    const auto transfer = Values(columns["transfer"])[i];
    Json move = data["transfers"][static_cast<size_t>(transfer)];
    move["tensor"] = Values(columns["tensor"])[i];
    move["user"] = Values(columns["user"])[i];
    move["cause"] =
        data["strings"][static_cast<size_t>(Values(columns["cause"])[i])];
    moves.push_back(move);
  }
  return moves;
}

// A row of the page's list of tensors.
struct Row {
  std::string name, value, op, spec;
  int64_t kind, line, local_bytes;
  std::vector<int64_t> made_from;
};

std::vector<Row> RowsOf(const Json& data) {
  const auto& strings = data["strings"];
  const auto text = [&](int64_t k) {
    const auto count = static_cast<int64_t>(strings.size());
    return k < count ? strings[static_cast<size_t>(k)].get<std::string>()
                     : "%" + std::to_string(k - count);
  };
  const auto column = [&](const char* key) {
    return Values(data["tensors"][key]);
  };
  const std::vector<int64_t> scopes = Values(data["scopes"]["name"]);
  const std::vector<int64_t> parents = Values(data["scopes"]["parent"]);
  const std::vector<int64_t> counts = Values(data["operands"]["counts"]);
  const std::vector<int64_t> back = Values(data["operands"]["back"]);
  std::vector<Row> rows;
  size_t operand = 0;
  for (size_t i = 0; i < data["count"].get<size_t>(); ++i) {
    Row row;
    row.name = text(column("name")[i]);
    for (int64_t s = column("scope")[i]; s >= 0;
         s = parents[static_cast<size_t>(s)]) {
      row.name = text(scopes[static_cast<size_t>(s)]) + "/" + row.name;
    }
    row.value = text(column("value")[i]);
    row.op = text(column("op")[i]);
    row.kind = column("kind")[i];
    row.line = column("line")[i];
    const Json& layout =
        data["layouts"][static_cast<size_t>(column("layout")[i])];
    row.local_bytes = layout["local_bytes"];
    if (layout["sharding"] >= 0) {
      row.spec = data["shardings"][layout["sharding"].get<size_t>()]["spec"];
    }
    for (int64_t k = 0; k < counts[i]; ++k) {
      row.made_from.push_back(static_cast<int64_t>(i) - back[operand++]);
    }
    rows.push_back(row);
  }
  EXPECT_EQ(operand, back.size());
  return rows;
}

const Row* Find(const std::vector<Row>& rows, std::string_view value) {
  for (const Row& row : rows) {
    if (row.value == value) return &row;
  }
  ADD_FAILURE() << "no row " << value;
  return &rows.front();
}

TEST(Report, HasTheProgramsTensorsByTheirUsersNames) {
  const std::vector<Row> rows = RowsOf(DataOf(kProgram, {.propagate = true}));
  EXPECT_EQ(Find(rows, "%arg0")->name, "batch/x");
  EXPECT_EQ(Find(rows, "%arg0")->kind, 2);
  EXPECT_EQ(Find(rows, "%arg1")->name, "params/layer0/w1");
  EXPECT_EQ(Find(rows, "%arg1")->kind, 0);
  EXPECT_EQ(Find(rows, "%arg3")->name, "opt_state/0/mu/layer0/w1");
  EXPECT_EQ(Find(rows, "%arg3")->kind, 1);
  EXPECT_EQ(Find(rows, "%0")->name, "mlp/dot_general");
  EXPECT_EQ(Find(rows, "%0")->kind, 4);
  EXPECT_EQ(Find(rows, "%0")->line, 9);
  EXPECT_EQ(Find(rows, "%0")->local_bytes, 8 * 32 * 4 / 8);
  EXPECT_EQ(Find(rows, "%0")->spec, "P('data', 'model')");
  EXPECT_THAT(Find(rows, "%0")->made_from, ElementsAre(0, 1));
  EXPECT_EQ(Find(rows, "%cst")->kind, 5);
  EXPECT_EQ(Find(rows, "result 0")->name, "result/y");
  EXPECT_EQ(Find(rows, "result 1")->name, "result 1");
  EXPECT_THAT(Find(rows, "result 1")->made_from,
              ElementsAre(Find(rows, "%2") - rows.data()));
  // Ops inside the reduction are omitted.
  for (const Row& row : rows) EXPECT_NE(row.value, "%s");
}

// The report agrees with the graph about every value.
TEST(Report, AgreesWithTheGraph) {
  const std::optional<Program> program = ReadProgram(kProgram);
  std::vector<Message> messages;
  const std::optional<ProgramGraph> graph =
      MakeGraph(*program, {.propagate = true}, messages);
  ASSERT_TRUE(graph);
  const std::vector<Row> rows = RowsOf(DataOf(kProgram, {.propagate = true}));
  size_t seen = 0;
  for (const GraphValue& value : graph->values) {
    if (value.name == "%a" || value.name == "%b" || value.name == "%s")
      continue;
    const GraphTensor& tensor =
        graph->tensors[static_cast<size_t>(value.tensor)];
    EXPECT_EQ(Find(rows, value.name)->local_bytes, tensor.local_bytes);
    EXPECT_EQ(Find(rows, value.name)->spec, tensor.spec) << value.name;
    ++seen;
  }
  EXPECT_EQ(rows.size(), seen + 2);
}

// The report explains in the same words as `shardflow explain`.
TEST(Report, ExplainsWithTheSameWords) {
  const std::optional<Program> program = ReadProgram(kProgram);
  const Json data = DataOf(kProgram, {.propagate = true});
  const std::vector<Row> rows = RowsOf(data);
  size_t found = 0;
  for (const Json& explained : data["explanations"]) {
    const Row& row = rows[explained["tensor"].get<size_t>()];
    ExplainRequest request;
    if (row.value.starts_with("result ")) {
      request.result = std::stoi(row.value.substr(7));
    } else {
      request.value = row.value;
    }
    std::vector<Message> messages;
    const std::optional<Explanation> explanation =
        Explain(*program, request, messages);
    ASSERT_TRUE(explanation) << row.value;
    // A constant has one copy for each use.
    if (explanation->values.size() > 1) continue;
    std::string text = explained["notes"];
    const Json& chains = data["chains"];
    const std::vector<int64_t> before = Values(chains["before"]);
    for (const Json& axis : explained["axes"]) {
      std::string chain;
      for (int64_t link = axis["last"]; link >= 0;
           link = before[static_cast<size_t>(link)]) {
        chain.insert(0, chains["text"][static_cast<size_t>(link)]);
      }
      text += "\n" + axis["title"].get<std::string>() + chain;
    }
    const std::string stops = explained["stops"];
    text += (stops.empty() ? "" : "\n") + stops;
    // In the explanation, `text` comes after the value and its sharding, and
    // before causes farther away.
    const std::string whole = ExplanationText(*explanation);
    const size_t why_not = whole.find("\n  why not:\n");
    EXPECT_THAT(whole.substr(0, why_not), EndsWith(text)) << row.value;
    const std::string absent =
        data["strings"][explained["absent"].get<size_t>()];
    ++found;
    if (absent.empty()) continue;
    EXPECT_THAT(absent, StartsWith("\n  why not:\n"));
    EXPECT_NE(why_not, whole.npos) << row.value;
  }
  EXPECT_GE(found, 8u);
}

TEST(Report, FindsTheCommunication) {
  const Json data = DataOf(kProgram, {.propagate = true});
  const std::vector<Json> moves = MovesOf(data);
  ASSERT_EQ(moves.size(), 1u);
  const Json& move = moves[0];
  EXPECT_EQ(move["kind"], "all_reduce");
  EXPECT_THAT(move["axes"], ElementsAre("model"));
  EXPECT_EQ(move["group"], 2);
  // Each device sends half of its 2x16 floats to the other device, twice.
  EXPECT_EQ(move["bytes_sent"], 2 * 16 * 4);
  EXPECT_EQ(RowsOf(data)[move["tensor"].get<size_t>()].value, "%1");
  EXPECT_EQ(move["cause"], "for 2 ops, first stablehlo.reduce");
  EXPECT_EQ(RowsOf(data)[move["user"].get<size_t>()].value, "%2");
  EXPECT_EQ(MovesOf(DataOf(kProgram)).size(), 0u);
}

// The report has the same numbers as Cost().
TEST(Report, HasTheCost) {
  const std::optional<Program> program = ReadProgram(kProgram);
  CostOptions cost_options;
  cost_options.propagate = true;
  cost_options.topology = "h100";
  std::vector<Message> messages;
  const std::optional<CostReport> cost = Cost(*program, cost_options, messages);
  ASSERT_TRUE(cost);
  ReportOptions options;
  options.propagate = true;
  options.cost = true;
  options.topology = "h100";
  const Json data = DataOf(kProgram, options);
  const Json& memory = data["memory"];
  EXPECT_EQ(memory["arguments"], cost->memory.arguments);
  EXPECT_EQ(memory["results"], cost->memory.results);
  EXPECT_EQ(memory["temporaries"], cost->memory.temporaries);
  EXPECT_EQ(memory["peak"], cost->memory.peak);
  int64_t most = 0;
  for (const Json& point : memory["curve"]) {
    most = std::max(most, point.get<int64_t>());
  }
  EXPECT_LE(most, cost->memory.peak);
  int64_t sent = 0;
  for (const Json& move : MovesOf(data)) {
    sent += move["bytes_sent"].get<int64_t>() * move["times"].get<int64_t>();
    EXPECT_GT(move["seconds"], 0.0);
  }
  EXPECT_GT(sent, 0);
  // Partial results are summed at the op that produces them.
  const std::vector<Row> rows = RowsOf(data);
  ASSERT_EQ(MovesOf(data).size(), 1u);
  const Json move = MovesOf(data)[0];
  EXPECT_EQ(move["cause"], CauseText(cost->communication.collectives[0]));
  EXPECT_EQ(rows[move["tensor"].get<size_t>()].value, "%1");
  EXPECT_EQ(sent, cost->communication.wire_bytes);

  // The scopes are those that the user named, without JAX's transformations.
  for (const int64_t name : Values(data["scopes"]["name"])) {
    const std::string scope = data["strings"][static_cast<size_t>(name)];
    EXPECT_THAT(scope, Not(HasSubstr("(")));
  }

  options.topology = "nonsense";
  messages.clear();
  EXPECT_FALSE(Report(*program, options, messages));
  EXPECT_FALSE(messages.empty());
}

// The page shows the same differences as DiffShardings.
TEST(Report, ComparesWithAnOlderProgram) {
  std::string old = kProgram;
  const std::string kept = "<@mesh, [{}, {\"model\"}]>";
  old.replace(old.find(kept), kept.size(), "<@mesh, [{}, {}]>");
  const std::optional<Program> before = ReadProgram(old);
  const std::optional<Program> program = ReadProgram(kProgram);
  std::vector<Message> messages;
  const auto list = [&](const Program& p) {
    return ListShardings(
        MakeGraph(p, {.propagate = true}, messages).value_or(ProgramGraph()));
  };
  const ShardingList a = list(*before), b = list(*program);
  const ShardingDiff diff = DiffShardings(a, b);

  ReportOptions options;
  options.propagate = true;
  options.other = &*before;
  options.other_name = "old.mlir";
  const Json data = DataOf(kProgram, options);
  const Json& baseline = data["baseline"];
  EXPECT_EQ(baseline["name"], "old.mlir");
  EXPECT_EQ(baseline["roots"], 1);
  EXPECT_EQ(baseline["follow"], diff.changed - 1);
  EXPECT_EQ(baseline["before"]["border"], BorderBytes(a));
  EXPECT_EQ(baseline["after"]["border"], BorderBytes(b));
  EXPECT_EQ(baseline["before"]["sent"], 2 * 16 * 4);
  EXPECT_EQ(baseline["before"]["peak"], -1);
  const std::vector<Row> rows = RowsOf(data);
  const std::vector<int64_t> tensors = Values(baseline["changes"]["tensor"]);
  const std::vector<int64_t> roots = Values(baseline["changes"]["root"]);
  const std::vector<int64_t> was = Values(baseline["changes"]["before"]);
  std::vector<std::string> changed;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Row& row = rows[static_cast<size_t>(tensors[i])];
    changed.push_back(row.value);
    const ShardedItem& now = b.items[*diff.items[i].b];
    if (!now.op.empty()) {
      EXPECT_EQ(row.value, now.value);
    }
    EXPECT_EQ(roots[i], row.value == "%arg1") << row.value;
    const Json& layout = data["layouts"][static_cast<size_t>(was[i])];
    const ShardedItem& item = a.items[*diff.items[i].a];
    EXPECT_EQ(layout["local_bytes"], item.local_bytes);
    EXPECT_EQ(data["shardings"][layout["sharding"].get<size_t>()]["spec"],
              item.spec);
  }
  ASSERT_EQ(changed.size(), diff.changed);
  EXPECT_EQ(changed.front(), "%arg1");
}

// The report lists values, meshes and functions that only one of the programs
// has.
TEST(Report, ComparesWithAProgramThatIsQuiteAnother) {
  const std::string other = R"(
sdy.mesh @mesh = <["data"=2]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.sine %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>} loc("batch['x']"))
    -> tensor<8x16xf32> {
  %0 = stablehlo.cosine %arg0 : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
)";
  const std::optional<Program> before = ReadProgram(other);
  ReportOptions options;
  options.other = &*before;
  for (const bool propagate : {false, true}) {
    options.propagate = propagate;
    const Json data = DataOf(kProgram, options);
    EXPECT_EQ(data["meshes"].size(), 2u);
    EXPECT_EQ(data["baseline"]["roots"], propagate ? 1 : 0);
    EXPECT_GT(data["baseline"]["added"]["count"], 3);
    EXPECT_GT(data["baseline"]["removed"]["count"], 3);
    const std::vector<Row> rows = RowsOf(data);
    for (const int64_t row : Values(data["baseline"]["changes"]["tensor"])) {
      EXPECT_LT(static_cast<size_t>(row), rows.size());
    }
  }
}

// A program that can't be compared is an error.
TEST(Report, ComparesWithValidProgramsOnly) {
  const std::optional<Program> program = ReadProgram(kProgram);
  const std::optional<Program> before = ReadProgram(
      "func.func @main(%arg0: tensor<8xf32> {mhlo.sharding = "
      "\"{devices=[2]<=[2]}\"}) { return }");
  ReportOptions options;
  options.other = &*before;
  std::vector<Message> messages;
  EXPECT_FALSE(Report(*program, options, messages));
  EXPECT_FALSE(messages.empty());
}

TEST(Report, ExplainsNoMoreThanWasAskedFor) {
  ReportOptions options;
  options.propagate = true;
  options.explained = 3;
  EXPECT_EQ(DataOf(kProgram, options)["explanations"].size(), 3u);
  options.explained = -1;
  EXPECT_EQ(DataOf(kProgram, options)["explanations"].size(), 0u);
  EXPECT_EQ(DataOf(kProgram)["explanations"].size(), 0u);
}

TEST(Report, HasTheTextIfItIsShort) {
  EXPECT_EQ(DataOf(kProgram)["text"], kProgram);
  ReportOptions options;
  options.most_text = 100;
  EXPECT_TRUE(DataOf(kProgram, options)["text"].is_null());
}

// --- names that try to break out of the page

std::string PageOf(const std::string& text) {
  const std::optional<Program> program = ReadProgram(text);
  if (!program) return "";
  std::vector<Message> messages;
  ReportOptions options;
  options.propagate = true;
  options.name = "</script><script>alert(1)</script>";
  const std::optional<std::string> report = Report(*program, options, messages);
  EXPECT_TRUE(report);
  return report.value_or("");
}

size_t Count(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// Returns the JSON data in the page.
std::string DataIn(const std::string& page) {
  constexpr std::string_view kOpen =
      "<script type=\"application/json\" id=\"data\">";
  const size_t begin = page.find(kOpen) + kOpen.size();
  return page.substr(begin, page.find("</script>", begin) - begin);
}

TEST(ReportPage, NoNameEndsItsElement) {
  const std::string plain = ReportPage("{}");
  EXPECT_EQ(Count(plain, "@DATA@"), 0u);
  for (const std::string name :
       {"</script>", "<!--", "<script>", "]]>", "'", "\\22", "\\0A\\00\\0D",
        "\xE2\x80\xA8 \xF0\x9F\x98\x80", "@DATA@", "\\FF\\FE", "&quot;"}) {
    const std::string page = PageOf(
        "sdy.mesh @\"" + name + "\" = <[\"" + name + "\"=2]>\nfunc.func @\"f" +
        name + "\"(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@\"" +
        name + "\", [{\"" + name + "\"}]>} loc(\"p['" + name +
        "']\")) -> tensor<8xf32> {\n  return %arg0 : tensor<8xf32>\n}\n");
    EXPECT_EQ(Count(page, "</script"), Count(plain, "</script")) << name;
    EXPECT_EQ(Count(page, "<script"), Count(plain, "<script")) << name;
    EXPECT_EQ(Count(page, "<!--"), Count(plain, "<!--")) << name;
    const std::string data = DataIn(page);
    EXPECT_THAT(data, Not(HasSubstr("<"))) << name;
    EXPECT_FALSE(Json::parse(data, nullptr, false).is_discarded()) << name;
  }
}

// The page's content security policy forbids the browser to make requests, or
// to run scripts other than the page's own.
TEST(ReportPage, HasAPolicy) {
  const std::string page = ReportPage("{}");
  EXPECT_THAT(page, HasSubstr("default-src 'none'; script-src 'sha256-"));
  EXPECT_THAT(page, Not(HasSubstr("script-src 'unsafe")));
  EXPECT_LT(page.size(), 150'000u);
}

// --- programs that lack something

TEST(Report, ProgramsThatLackThings) {
  EXPECT_EQ(DataOf("")["count"], 0);
  EXPECT_EQ(DataOf("", {.propagate = true})["count"], 0);
  const Json declared =
      DataOf("func.func private @main(tensor<2xf32>)", {.propagate = true});
  EXPECT_EQ(declared["meshes"].size(), 0u);
  const Json dynamic = DataOf(
      "func.func @main(%arg0: tensor<?xf32>, %arg1: !stablehlo.token) -> "
      "tensor<?xf32> {\n return %arg0 : tensor<?xf32>\n}",
      {.propagate = true});
  EXPECT_EQ(dynamic["count"], 3);
  EXPECT_EQ(dynamic["layouts"][0]["local_bytes"], -1);
}

TEST(Report, ErrorsAreMessages) {
  const std::optional<Program> program = ReadProgram(
      "func.func @main(%arg0: tensor<8xf32> {mhlo.sharding = "
      "\"{devices=[2]<=[2]}\"}) { return }");
  std::vector<Message> messages;
  EXPECT_FALSE(Report(*program, {.propagate = true}, messages));
  ASSERT_FALSE(messages.empty());
  EXPECT_EQ(messages[0].kind, MessageKind::kError);
}

}  // namespace
}  // namespace shardflow::internal
