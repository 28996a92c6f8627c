#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"

#include "ir/type_text.h"
#include "text/float_text.h"
#include "text/lexer.h"
#include "text/read.h"
#include "text/write.h"

// Tests that read text into a module and print it.

namespace shardflow::internal {
namespace {

std::optional<Module> Parse(std::string_view text, Diagnostics& diagnostics,
                            bool unregistered = true) {
  auto source =
      std::make_shared<const SourceBuffer>("a.mlir", std::string(text));
  ParseOptions options;
  options.allow_unregistered_dialects = unregistered;
  return ParseModule(source, options, diagnostics);
}

// Returns the messages and their notes, each on a line.
std::string TextOf(const Diagnostics& diagnostics) {
  std::string text;
  for (const Message& d : diagnostics.all()) {
    if (!text.empty()) text += "\n";
    text +=
        std::to_string(d.line) + ":" + std::to_string(d.column) + ": " + d.text;
    for (const Message& note : d.notes) {
      text += "\n" + std::to_string(note.line) + ":" +
              std::to_string(note.column) + ": note: " + note.text;
    }
  }
  return text;
}

std::string RoundTrip(std::string_view text, const PrintOptions& options = {}) {
  Diagnostics errors;
  const std::optional<Module> m = Parse(text, errors);
  if (!m) return TextOf(errors);
  std::string out;
  PrintModule(*m, options, out);
  return out;
}

std::string Error(std::string_view text) {
  Diagnostics errors;
  EXPECT_FALSE(Parse(text, errors, /*unregistered=*/false));
  return TextOf(errors);
}

// Returns the text that an attribute prints as.
std::string AttrText(std::string_view text) {
  const std::string program =
      "module attributes {t.a = " + std::string(text) + "} {\n}\n";
  const std::string out = RoundTrip(program);
  constexpr std::string_view kBegin = "module attributes {t.a = ";
  constexpr std::string_view kEnd = "} {\n}\n";
  if (!std::string_view(out).starts_with(kBegin)) return out;
  return out.substr(kBegin.size(), out.size() - kBegin.size() - kEnd.size());
}

// --- tokens

std::vector<std::string> Tokens(std::string_view text) {
  const std::string owned(text);
  Lexer lexer(owned);
  std::vector<std::string> tokens;
  for (Token t = lexer.Next(); t.kind != Tok::kEof; t = lexer.Next()) {
    if (t.kind == Tok::kError) {
      tokens.push_back("error: " + std::string(lexer.error()));
      break;
    }
    tokens.emplace_back(t.text());
  }
  return tokens;
}

using Strings = std::vector<std::string>;

TEST(Lexer, Tokens) {
  EXPECT_EQ(Tokens("%0:2 = \"a\\22b\"(%x#1) : i32 -> f32 // end\n}"),
            (Strings{"%0", ":", "2", "=", "\"a\\22b\"", "(", "%x", "#1", ")",
                     ":", "i32", "->", "f32", "}"}));
  EXPECT_EQ(Tokens("@a.b @\"x y\" ^bb0 #m !t -1.5e+3 0x1F 0xi32 {-# #-} ..."),
            (Strings{"@a.b", "@\"x y\"", "^bb0", "#m", "!t", "-", "1.5e+3",
                     "0x1F", "0", "xi32", "{-#", "#-}", "..."}));
}

TEST(Lexer, Errors) {
  EXPECT_EQ(Tokens("\"abc").back(), "error: expected '\"' in string literal");
  EXPECT_EQ(Tokens("\"\\q\"").back(),
            "error: unknown escape in string literal");
  EXPECT_EQ(Tokens("%").back(), "error: invalid SSA name");
  EXPECT_EQ(Tokens("^ ").back(), "error: invalid block name");
  EXPECT_EQ(Tokens("#").back(), "error: invalid attribute name");
  EXPECT_EQ(Tokens("!").back(), "error: invalid type identifier");
  EXPECT_EQ(Tokens("@1").back(),
            "error: @ identifier expected to start with letter or '_'");
  EXPECT_EQ(Tokens("..").back(),
            "error: expected three consecutive dots for an ellipsis");
  EXPECT_EQ(Tokens("`").back(), "error: unexpected character");
}

// --- floats

TEST(FloatText, IsMlirs) {
  const auto text = [](double value, FloatKind kind) {
    std::string out;
    AppendFloat(FloatFromDouble(value, kind), kind, out);
    return out;
  };
  // MLIR rounds half up to six digits if it keeps a seventh; otherwise it
  // truncates.
  EXPECT_EQ(text(0.001953125, FloatKind::kBF16), "1.953130e-03");
  EXPECT_EQ(text(0.0009765625, FloatKind::kBF16), "9.765620e-04");
  EXPECT_EQ(text(0.1, FloatKind::kF16), "9.997550e-02");
  EXPECT_EQ(text(1e-40, FloatKind::kBF16), "9.183550e-41");
  EXPECT_EQ(text(3.14159274, FloatKind::kF32), "3.14159274");
  EXPECT_EQ(text(123456.7, FloatKind::kF32), "123456.703");
  EXPECT_EQ(text(1234567, FloatKind::kF32), "0x4996B438");
  EXPECT_EQ(text(1.17549435e-38, FloatKind::kF32), "1.17549435E-38");
  EXPECT_EQ(text(0.00012345678, FloatKind::kF64), "1.2345678000000001E-4");
  EXPECT_EQ(text(1.23456789e20, FloatKind::kF64), "1.23456789E+20");
  EXPECT_EQ(text(-0.0, FloatKind::kF32), "-0.000000e+00");
  EXPECT_EQ(text(1e10, FloatKind::kF8E5M2), "0x7C");
}

TEST(FloatText, AtTheEdgesOfADouble) {
  const auto bits = [](std::string_view text) {
    uint64_t value = 1;
    EXPECT_TRUE(ParseFloat(text, FloatKind::kF64, value)) << text;
    return value;
  };
  constexpr uint64_t kInfinity = 0x7FF0000000000000;
  EXPECT_EQ(bits("4.9e-324"), 1u);  // the smallest positive double
  EXPECT_EQ(bits("2.5e-324"), 1u);
  EXPECT_EQ(bits("2.2250738585072011e-308"), 0x000FFFFFFFFFFFFFu);
  EXPECT_EQ(bits("2.4e-324"), 0u);
  EXPECT_EQ(bits("1.0e-400"), 0u);
  EXPECT_EQ(bits("1000000.0e-400"), 0u);
  EXPECT_EQ(bits("1.0e-99999999999999999999"), 0u);
  EXPECT_EQ(bits("1.7976931348623157e308"), kInfinity - 1);
  EXPECT_EQ(bits("1.7976931348623159e308"), kInfinity);
  EXPECT_EQ(bits("1.0e400"), kInfinity);
  EXPECT_EQ(bits("0.001e400"), kInfinity);
  EXPECT_EQ(bits("1.0e99999999999999999999"), kInfinity);
  EXPECT_EQ(bits("0.0e99999999999999999999"), 0u);
}

TEST(FloatText, SmallFormatsReadBack) {
  for (const FloatKind kind :
       {FloatKind::kF16, FloatKind::kBF16, FloatKind::kF4E2M1FN,
        FloatKind::kF6E2M3FN, FloatKind::kF6E3M2FN, FloatKind::kF8E3M4,
        FloatKind::kF8E4M3, FloatKind::kF8E4M3FN, FloatKind::kF8E4M3FNUZ,
        FloatKind::kF8E4M3B11FNUZ, FloatKind::kF8E5M2, FloatKind::kF8E5M2FNUZ,
        FloatKind::kF8E8M0FNU}) {
    const uint64_t count = 1ull << FloatBits(kind);
    for (uint64_t bits = 0; bits < count; ++bits) {
      std::string out;
      AppendFloat(bits, kind, out);
      uint64_t back = 0;
      const bool negative = out[0] == '-';
      const std::string_view digits = std::string_view(out).substr(negative);
      if (digits.starts_with("0x")) {
        ASSERT_TRUE(ReadUnsigned(digits, back)) << out;
      } else {
        ASSERT_TRUE(ParseFloat(digits, kind, back)) << out;
        if (negative) back ^= FloatSignBit(kind);
      }
      ASSERT_EQ(back, bits) << FloatName(kind) << " " << out;
    }
  }
}

// --- attributes and types

TEST(Attributes, PrintAsRead) {
  for (const char* text : {
           "5 : i64",
           "-3 : i8",
           "200 : ui8",
           "-20 : si8",
           "-1 : si1",
           "3 : index",
           "18446744073709551615 : ui64",
           "true",
           "1.000000e+00 : f64",
           "0x7F800000 : f32",
           "\"tab\\09\\22\\FF\\\\\"",
           "\"abc\" : i32",
           "@foo::@\"b c\"",
           "[1, 2.000000e+00, \"s\", [], true, unit, 2 : i32]",
           "{x, \"y z\" = {}}",
           "i32",
           "(i32, f32) -> (i32, (i8) -> i16)",
           "() -> ()",
           "(i32) -> (() -> i32)",
           "array<i1: true, false>",
           "array<i32>",
           "array<f32: 1.000000e+00, -2.000000e+00>",
           "dense<> : tensor<0x3xf32>",
           "dense<1> : tensor<2xi32>",
           "dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>",
           "dense<[true, false]> : tensor<2xi1>",
           "dense<[-1, 3]> : tensor<2xi4>",
           "dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>",
           "dense<[(1,2), (3,4)]> : tensor<2xcomplex<i32>>",
           "dense<\"foo\"> : tensor<2x!stablehlo.token>",
           "dense_resource<foo> : tensor<4xf32>",
           "tensor<?x4xf32, #stablehlo.bounds<3, ?>>",
           "tensor<*xf32>",
           "complex<f32>",
           "tuple<i32, tuple<>>",
           "vector<4xf32>",
           "!quant.uniform<i8:f32, 2.000000e+00:15>",
           "!foo.bar<[\"a>\"], b -> c>",
           "#foo.bar<x (y) \"]\">",
           "#foo<\"bar\">",
           "#stablehlo.dot<lhs_batching_dimensions = [0], "
           "rhs_contracting_dimensions = [1]>",
           "#stablehlo.gather<offset_dims = [0], index_vector_dim = 1>",
           "#stablehlo.scatter<>",
           "#stablehlo<comparison_direction EQ>",
           "[#stablehlo<precision DEFAULT>]",
           "#stablehlo.channel_handle<handle = 1, type = 0>",
           "#stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>",
           "#stablehlo.dot_algorithm<lhs_precision_type = tf32, "
           "rhs_precision_type = tf32, accumulation_type = f32, "
           "lhs_component_count = 1, rhs_component_count = 1, "
           "num_primitive_operations = 3, "
           "allow_imprecise_accumulation = false>",
           "#stablehlo.output_operand_alias<output_tuple_indices = [], "
           "operand_index = 0, operand_tuple_indices = [1, 2]>",
           "#stablehlo.result_accuracy<atol = 1.000000e+00, ulps = 3, mode = "
           "#stablehlo.result_accuracy_mode<TOLERANCE>>",
           "#stablehlo.axis_ref<name = \"x\", sub_axis_info = (2)4>",
           "#stablehlo.mesh<axes=[<name = \"x\", size = 2>], "
           "device_ids=dense<[0, 1]> : tensor<2xi64>>",
           "#chlo<comparison_direction LT>",
           "#chlo.ragged_dot<lhs_ragged_dimensions = [1]>",
       }) {
    EXPECT_EQ(AttrText(text), text);
  }
}

TEST(Attributes, AreNormalized) {
  EXPECT_EQ(AttrText("0x1F : i32"), "31 : i32");
  EXPECT_EQ(AttrText("dense<[1, 1]> : tensor<2xi8>"),
            "dense<1> : tensor<2xi8>");
  EXPECT_EQ(AttrText("dense<\"0x01000000FFFFFFFF\"> : tensor<2xi32>"),
            "dense<[1, -1]> : tensor<2xi32>");
  EXPECT_EQ(AttrText("dense<\"0x0001FF\"> : tensor<3xi1>"),
            "dense<[false, true, true]> : tensor<3xi1>");
  EXPECT_EQ(AttrText("{b = 1, a = 2}"), "{a = 2 : i64, b = 1 : i64}");
  EXPECT_EQ(AttrText("#stablehlo.dot<rhs_contracting_dimensions = [], "
                     "lhs_batching_dimensions = [1]>"),
            "#stablehlo.dot<lhs_batching_dimensions = [1]>");
  EXPECT_EQ(AttrText("tensor< 2 x 3xi8>"), "tensor<2x3xi8>");
  EXPECT_EQ(AttrText("tensor<0x4xf32>"), "tensor<0x4xf32>");
}

TEST(Attributes, LargeDenseIsHexadecimal) {
  std::string list = "dense<[";
  std::string hex = "dense<\"0x";
  for (int i = 0; i < 102; ++i) {
    list += i > 0 ? ", " : "";
    list += i % 2 == 0 ? "1" : "-2";
    hex += i % 2 == 0 ? "0100" : "FEFF";
  }
  list += "]> : tensor<102xi16>";
  hex += "\"> : tensor<102xi16>";
  EXPECT_EQ(AttrText(list), hex);
  EXPECT_EQ(AttrText(hex), hex);
}

// --- programs

TEST(Programs, NamesOfValues) {
  constexpr std::string_view kText = R"(module {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<i1>) -> tensor<4xf32> {
    %c = stablehlo.constant dense<1> : tensor<4xi32>
    %c_0 = stablehlo.constant dense<2> : tensor<4xi32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %cst) : tensor<4xf32>, tensor<f32>
    cond {
      %c_2 = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c_2 : tensor<i1>
    } do {
      %2 = stablehlo.add %iterArg, %iterArg : tensor<4xf32>
      stablehlo.return %2, %iterArg_1 : tensor<4xf32>, tensor<f32>
    }
    %1 = "stablehlo.if"(%arg1) ({
      %2 = stablehlo.add %0#0, %0#0 : tensor<4xf32>
      stablehlo.return %2 : tensor<4xf32>
    }, {
      stablehlo.return %arg0 : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @other(tensor<f32> {t.a}) -> (tensor<f32>, tensor<i1> {t.b = 1 : i64})
}
)";
  EXPECT_EQ(RoundTrip(kText), kText);
}

// Lines of known ops are written into a buffer and flushed in pieces. Tries ops
// that repeat, with all kinds of names, and lines longer than the buffer.
TEST(Programs, RepeatedOps) {
  std::string text = R"(module {
  func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
)";
  const std::string note(9000, 'x');
  std::string last = "%arg0";
  for (int i = 0; i < 400; ++i) {
    const std::string value = "%" + std::to_string(3 * i);
    const std::string pair = "%" + std::to_string(3 * i + 1);
    const std::string sum = "%" + std::to_string(3 * i + 2);
    const std::string constant =
        i == 0 ? "%cst" : "%cst_" + std::to_string(i - 1);
    text +=
        "    " + constant + " = stablehlo.constant dense<1.0> : tensor<f32>\n";
    text += "    " + value + " = stablehlo.add " + last + ", " + constant +
            " : tensor<f32>\n";
    text += "    " + pair + ":2 = \"t.two\"(" + value +
            ") : (tensor<f32>) -> (tensor<f32>, tensor<f32>)\n";
    text += "    " + sum + " = stablehlo.add " + pair + "#1, " + pair + "#0" +
            (i % 100 < 3 ? " {note = \"" + note + "\"}" : "") +
            " : tensor<f32>\n";
    text += "    \"t.use\"(" + sum + ", " + value + ") : (tensor<f32>, " +
            "tensor<f32>) -> ()\n";
    last = sum;
  }
  text += "    return " + last + " : tensor<f32>\n  }\n}\n";
  Diagnostics errors;
  const std::optional<Module> m = Parse(text, errors);
  ASSERT_TRUE(m) << TextOf(errors);
  std::string whole, pieces;
  PrintModule(*m, {}, whole);
  PrintModule(*m, {}, [&](std::string_view piece) {
    pieces += piece;
    return true;
  });
  const auto same = [](const std::string& a, const std::string& b) {
    size_t at = 0;
    while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
    EXPECT_EQ(a.substr(at, 100), b.substr(at, 100)) << "from byte " << at;
  };
  same(pieces, whole);
  size_t cut;
  while ((cut = text.find("dense<1.0>")) != std::string::npos) {
    text.replace(cut, 10, "dense<1.000000e+00>");
  }
  same(whole, text);
}

TEST(Programs, GenericForm) {
  PrintOptions options;
  options.generic = true;
  EXPECT_EQ(RoundTrip(R"(
func.func @f(%x: tensor<i1> {t.a}) -> (tensor<i1>) {
  %0 = "test.op"(%x) <{p = 1 : i64}> ({
    ^bb0(%y: tensor<i1>):
    "test.end"() : () -> ()
  }, {
  }) {q} : (tensor<i1>) -> tensor<i1>
  return %0 : tensor<i1>
})",
                      options),
            R"("builtin.module"() ({
  "func.func"() <{arg_attrs = [{t.a}], function_type = (tensor<i1>) -> tensor<i1>, sym_name = "f"}> ({
  ^bb0(%arg0: tensor<i1>):
    %0 = "test.op"(%arg0) <{p = 1 : i64}> ({
    ^bb0(%arg1: tensor<i1>):
      "test.end"() : () -> ()
    }, {
    }) {q} : (tensor<i1>) -> tensor<i1>
    "func.return"(%0) : (tensor<i1>) -> ()
  }) : () -> ()
}) : () -> ()
)");
}

TEST(Programs, Locations) {
  PrintOptions options;
  options.debug_info = true;
  // Aliases may be defined after their uses; they are renumbered.
  EXPECT_EQ(RoundTrip(R"(
module {
  func.func @f(%arg0: i32 loc("x.py":3:4)) -> i32 {
    return %arg0 : i32 loc(#two)
  } loc(#one)
} loc(unknown)
#one = loc("a.mlir":7:8)
#two = loc(fused<"m">["n"(#one), callsite("p" at #one)])
)",
                      options),
            R"(#loc2 = loc("x.py":3:4)
module {
  func.func @f(%arg0: i32 loc("x.py":3:4)) -> i32 {
    return %arg0 : i32 loc(#loc6)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("a.mlir":7:8)
#loc3 = loc("p")
#loc4 = loc("n"(#loc1))
#loc5 = loc(callsite(#loc3 at #loc1))
#loc6 = loc(fused<"m">[#loc4, #loc5])
)");
  options.local_scope = true;
  EXPECT_EQ(RoundTrip("module {\n} loc(\"a\"(\"b\":1:2))", options),
            "module {\n} loc(\"a\"(\"b\":1:2))\n");
}

TEST(Programs, Resources) {
  constexpr std::string_view kText =
      R"(module attributes {t.a = dense_resource<k> : tensor<1xi8>} {
}

{-#
  dialect_resources: {
    builtin: {
      k: "0x0400000001",
      l: "0x0400000002"
    }
  }
#-}
)";
  EXPECT_EQ(RoundTrip(kText), kText);
}

TEST(Programs, ShardingsAreColumns) {
  Diagnostics errors;
  std::optional<Module> m = Parse(R"(
sdy.mesh @mesh = <["a"=2]>
func.func @f(%x: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>, t.a}) {
  %0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}]>]>} : tensor<2xf32>
  %1 = sdy.reshard %0 <@mesh, [{}]> : tensor<2xf32>
  return %1 : tensor<2xf32>
})",
                                  errors);
  ASSERT_TRUE(m) << TextOf(errors);
  const OpId func = m->block(m->body()).last;
  const BlockId entry = m->first_block(m->region(func, 0));
  EXPECT_TRUE(m->sharding(m->args(entry)[0]));
  EXPECT_TRUE(m->func(func).res_shardings[0]);
  const OpId abs = m->block(entry).first;
  EXPECT_TRUE(m->sharding(m->result(abs, 0)));
  EXPECT_EQ(m->attrs.DictSize(m->attr_dict(abs)), 0u);
  const OpId reshard = m->next_op(abs);
  EXPECT_TRUE(m->sharding(m->result(reshard, 0)));
  EXPECT_EQ(m->attrs.DictSize(m->attr_dict(reshard)), 0u);
}

TEST(Programs, ForwardReferences) {
  Diagnostics errors;
  std::optional<Module> m = Parse(R"(
"t.a"(%0#1, %0#0, %0#1) : (i32, i8, i32) -> ()
"t.b"(%0#1) : (i32) -> ()
%0:2 = "t.c"() : () -> (i8, i32)
)",
                                  errors);
  ASSERT_TRUE(m) << TextOf(errors);
  const OpId first = m->block(m->body()).first;
  const OpId def = m->block(m->body()).last;
  EXPECT_EQ(m->operand(first, 0), m->result(def, 1));
  EXPECT_EQ(m->operand(first, 1), m->result(def, 0));
  // Replacing a placeholder reverses its list of uses.
  std::vector<OpId> owners;
  for (UseId use : m->Uses(m->result(def, 1))) {
    owners.push_back(m->use(use).owner);
  }
  EXPECT_EQ(owners, (std::vector<OpId>{first, first, m->next_op(first)}));
}

// --- errors

TEST(Errors, Values) {
  EXPECT_EQ(Error("func.func @f() -> i32 {\n  return %x : i32\n}"),
            "2:10: use of undeclared SSA value name");
  EXPECT_EQ(Error("func.func @f(%x: i32) -> i8 {\n  return %x : i8\n}"),
            "2:10: use of value '%x' expects different type than prior uses: "
            "'i8' vs 'i32'\n1:14: note: prior use here");
  EXPECT_EQ(Error("func.func @f(%x: tensor<i32>) {\n"
                  "  %x = stablehlo.abs %x : tensor<i32>\n}"),
            "2:3: redefinition of SSA value '%x'\n"
            "1:14: note: previously defined here");
  EXPECT_EQ(Error("func.func @f(%x: tensor<i32>) {\n"
                  "  %y:2 = stablehlo.abs %x : tensor<i32>\n}"),
            "2:3: operation defines 1 results but was provided 2 to bind");
  EXPECT_EQ(Error("func.func @f(%x: i32) {\n  %y = return\n}"),
            "2:3: cannot name an operation with no results");
  EXPECT_EQ(Error("func.func @f(%x: i32) {\n  return %x#1 : i32\n}"),
            "2:10: reference to invalid result number");
}

TEST(Errors, Ops) {
  EXPECT_EQ(Error("func.func @f() {\n  foo\n}"),
            "2:3: custom op 'foo' is unknown (tried 'func.foo' as well)");
  EXPECT_EQ(Error("stablehlo.foo"),
            "1:1: custom op 'stablehlo.foo' is unknown");
  EXPECT_EQ(Error("%0 = stablehlo.if %0"),
            "1:6: custom op 'stablehlo.if' has no custom assembly form");
  EXPECT_EQ(Error("\"foo.bar\"() : () -> ()"),
            "1:1: operation being parsed with an unregistered dialect. If "
            "this is intended, please use -allow-unregistered-dialect with "
            "the MLIR tool used");
  EXPECT_EQ(Error("func.func"),
            "1:10: custom op 'func.func' expected valid '@'-identifier for "
            "symbol name");
  EXPECT_EQ(Error("module {\n"), "1:9: expected operation name in quotes");
  EXPECT_EQ(Error("module {\n  \"abc\n}"),
            "2:7: expected '\"' in string literal");
}

TEST(Errors, AttributesAndTypes) {
  const auto error = [](std::string_view attr) {
    return Error("module attributes {t.a = " + std::string(attr) + "} {}");
  };
  EXPECT_EQ(error("tensor<4xfoo>"), "1:35: expected non-function type");
  EXPECT_EQ(error("tensor<4f32>"), "1:34: expected 'x' in dimension list");
  EXPECT_EQ(error("300 : i8"),
            "1:26: integer constant out of range for attribute");
  EXPECT_EQ(error("1.0 : i8"),
            "1:26: floating point value not valid for specified type");
  EXPECT_EQ(error("1 : f32"),
            "1:26: unexpected decimal integer literal for a floating point "
            "value\n1:26: note: add a trailing dot to make the literal a "
            "float");
  EXPECT_EQ(error("dense<[1, [2]]> : tensor<2xi32>"),
            "1:39: tensor literal is invalid; ranks are not consistent "
            "between elements");
  EXPECT_EQ(error("dense<[1, 2]> : tensor<3xi32>"),
            "1:42: inferred shape of elements literal ([2]) does not match "
            "type ([3])");
  EXPECT_EQ(error("{a, a}"), "1:30: duplicate key 'a' in dictionary attribute");
  EXPECT_EQ(error("#x"), "1:28: undefined symbol alias id 'x'");
  EXPECT_EQ(error("#stablehlo<comparison_direction FOO>"),
            "1:58: expected ::mlir::stablehlo::ComparisonDirection to be one "
            "of: EQ, NE, GE, GT, LE, LT");
}

TEST(Errors, NestingIsLimited) {
  for (const auto& [open, close] :
       {std::pair<std::string, std::string>("[", "]"),
        {"{a = ", "}"},
        {"tuple<", ">"},
        {"dense<[", "]>"},
        {"complex<", ">"},
        {"(i32) -> (", ")"},
        {"loc(callsite(", ")"},
        {"loc(fused[", "]"},
        {"#sdy<", ">"}}) {
    std::string text = "module attributes {t.a = ";
    for (int i = 0; i < 200000; ++i) text += open;
    for (int i = 0; i < 200000; ++i) text += close;
    Diagnostics errors;
    EXPECT_FALSE(Parse(text + "} {}", errors));
  }
  std::string regions;
  for (int i = 0; i < 100000; ++i) regions += "\"t.a\"() ({\n";
  Diagnostics errors;
  EXPECT_FALSE(Parse(regions, errors));
  EXPECT_NE(TextOf(errors).find("nesting too deep"), std::string::npos)
      << TextOf(errors);
}

// Line starts are indexed in pieces of 1 MiB.
TEST(SourceBufferTest, PlacesInALongText) {
  constexpr size_t kPiece = size_t{1} << 20;
  std::string text(3 * kPiece + 10, 'x');
  for (const size_t end : {size_t{0}, size_t{1}, size_t{5}, kPiece - 1, kPiece,
                           kPiece + 1, 2 * kPiece, 3 * kPiece - 1}) {
    text[end] = '\n';
  }
  const SourceBuffer source("long", text, /*first_line=*/5);
  const auto place = [&](size_t offset) {
    const SourcePlace at = source.Place(offset);
    return std::to_string(at.line) + ":" + std::to_string(at.column);
  };
  EXPECT_EQ(place(0), "5:1");
  EXPECT_EQ(place(1), "6:1");
  EXPECT_EQ(place(4), "7:3");
  EXPECT_EQ(place(kPiece - 1), "8:" + std::to_string(kPiece - 6));
  EXPECT_EQ(place(kPiece), "9:1");
  EXPECT_EQ(place(kPiece + 1), "10:1");
  EXPECT_EQ(place(kPiece + 2), "11:1");
  EXPECT_EQ(place(2 * kPiece), "11:" + std::to_string(kPiece - 1));
  EXPECT_EQ(place(2 * kPiece + 1), "12:1");
  EXPECT_EQ(place(3 * kPiece), "13:1");
  EXPECT_EQ(place(4 * kPiece), "13:11");
  EXPECT_EQ(source.Line(13), std::string(10, 'x'));
  EXPECT_EQ(source.Line(14), "");
}

// Messages spell types as program text does.
TEST(Text, TypesInMessages) {
  const std::string_view types[] = {
      "i1",
      "si4",
      "ui64",
      "index",
      "none",
      "f8E4M3FN",
      "complex<f32>",
      "tensor<2x?xbf16>",
      "tensor<*xi8>",
      "tensor<4xf32, #mine.encoding>",
      "tuple<i1, tuple<>, tensor<f32>>",
      "() -> ()",
      "(i1, index) -> f32",
      "(() -> i1) -> (() -> (), i1)",
      "() -> (() -> ())",
      "vector<4xf32>",
      "!mine.type<a>",
      "!stablehlo.token",
  };
  for (const std::string_view type : types) {
    Diagnostics errors;
    const std::optional<Module> m =
        Parse("module attributes {t.a = " + std::string(type) + "} {}", errors);
    ASSERT_TRUE(m) << TextOf(errors);
    const NamedAttr attr = m->attrs.DictItem(m->attr_dict(m->root()), 0);
    EXPECT_EQ(QuotedType(*m, m->attrs.TypeValue(attr.value)),
              "'" + std::string(type) + "'");
  }
}

// Programs that weren't verified can also be written, and read back as the same
// program.
TEST(Text, WhatIsNotVerified) {
  const std::string_view texts[] = {
      R"(module {
  func.func @f(%arg0: !stablehlo.token) {
    %0 = stablehlo.complex %arg0, %arg0 : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
    return
  }
}
)",
      R"(module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{}]>, <@m, [{}]>] out_shardings=[<@m, [{}]>] manual_axes={} (%arg1: tensor<4xf32>) {
      sdy.return %arg1 : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
)",
      R"(module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
     reducer(%arg2: tensor<2xf32>, %arg3: tensor<2xf32>)  {
      %1 = stablehlo.add %arg2, %arg3 : tensor<2xf32>
      stablehlo.return %1 : tensor<2xf32>
    }
    return
  }
}
)"};
  for (const std::string_view text : texts) EXPECT_EQ(RoundTrip(text), text);
}

}  // namespace
}  // namespace shardflow::internal
