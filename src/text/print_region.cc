#include <algorithm>
#include <utility>

#include "text/aliases.h"
#include "text/op_form.h"
#include "text/printer.h"

// Prints regions without recursion, because they may be deeply nested after
// inlining.
//
// The form of an op calls Region() in the middle of its text, but the region is
// printed later. Take this op:
//
//   stablehlo.while(...) cond {...} do {...}
//
// The text up to the first brace is written immediately. The rest becomes three
// pieces on a stack: a region, the text " do ", and another region. While a
// region is at the top of the stack, its ops are printed one by one, and each
// pushes its own pieces.

namespace shardflow::internal {
bool Printer::Flush() {
  if (sink_ok_) sink_ok_ = (*sink_)(out_);
  out_.clear();
  return sink_ok_;
}

void Printer::Op(OpId root) {
  std::vector<Piece> stack;
  StartOp(root, stack);
  while (!stack.empty()) {
    if (stack.back().kind == Piece::Kind::kRegion) {
      OpId op = OpId::None();
      if (NextOp(stack.back(), op)) {
        StartOp(op, stack);
      } else {
        stack.pop_back();
      }
      continue;
    }
    const Piece piece = std::move(stack.back());
    stack.pop_back();
    switch (piece.kind) {
      case Piece::Kind::kText:
        Text(piece.text);
        break;
      case Piece::Kind::kType:
        CollectType(TypeId(piece.id));
        break;
      case Piece::Kind::kAttr:
        CollectAttr(AttrId(piece.id));
        break;
      case Piece::Kind::kLoc:
        CollectLoc(Loc::FromCode(piece.id), piece.deferrable);
        break;
      case Piece::Kind::kRegion:
        break;
    }
  }
}

// Prints the op up to its first region, and pushes the rest onto the stack.
void Printer::StartOp(OpId op, std::vector<Piece>& stack) {
  OpText(op);
  CutText();
  putting_off_ = false;
  std::move(pieces_.rbegin(), pieces_.rend(), std::back_inserter(stack));
  pieces_.clear();
}

void Printer::Region(RegionId region, bool entry_args, bool terminator,
                     bool empty_block) {
  CutText();
  putting_off_ = true;
  Piece& piece = pieces_.emplace_back();
  piece.kind = Piece::Kind::kRegion;
  piece.region = region;
  piece.entry_args = entry_args;
  piece.terminator = terminator;
  piece.empty_block = empty_block;
  cut_ = out_.size();
}

// Makes a piece of the text after the last region that the op has begun so far.
void Printer::CutText() {
  if (!putting_off_ || out_.size() == cut_) return;
  pieces_.emplace_back().text = out_.substr(cut_);
  out_.resize(cut_);
}

bool Printer::PutOff(Piece::Kind kind, int32_t id, bool deferrable) {
  if (!putting_off_ || collecting_->InsideOfOne()) return false;
  Piece& piece = pieces_.emplace_back();
  piece.kind = kind;
  piece.id = id;
  piece.deferrable = deferrable;
  return true;
}

// Continues a region: ends the previous op, opens blocks, and finds the next op
// to print. Returns false if the region has been closed.
bool Printer::NextOp(Piece& at, OpId& op) {
  if (at.is_open) {
    if (at.has_op) {
      Char('\n');
      if (sink_ != nullptr && out_.size() >= kFlushSize) Flush();
    }
  } else {
    OpenRegion(at);
  }
  while (at.block) {
    if (at.next) {
      const OpId next = KnownOps(at.next, /*with_last=*/at.terminator);
      if (next != at.next) at.has_op = false;
      at.next = next;
    }
    if (at.next && !IsElided(at, at.next)) {
      op = at.next;
      at.next = m_.next_op(op);
      at.has_op = true;
      out_.append(static_cast<size_t>(indent_), ' ');
      return true;
    }
    indent_ -= kIndent;
    at.has_op = false;
    at.block = m_.next_block(at.block);
    ++at.number;
    if (at.block) OpenBlock(at);
  }
  default_dialect_ = at.outer_dialect;
  out_.append(static_cast<size_t>(indent_), ' ');
  Char('}');
  return false;
}

bool Printer::IsElided(const Piece& at, OpId op) const {
  return !at.terminator && m_.next_op(op).IsNone() &&
         HasTrait(m_, op, kTerminator);
}

void Printer::OpenRegion(Piece& at) {
  Text("{\n");
  at.is_open = true;
  at.outer_dialect = default_dialect_;
  default_dialect_ = DefaultDialect(m_.kind(m_.region_row(at.region).parent));
  at.block = m_.first_block(at.region);
  if (at.block) OpenBlock(at);
}

void Printer::OpenBlock(Piece& at) {
  const std::span<const ValueId> args = m_.args(at.block);
  at.next = m_.block(at.block).first;
  const bool label = at.number > 0 || (at.empty_block && at.next.IsNone()) ||
                     (at.entry_args && !args.empty());
  if (label) {
    out_.append(static_cast<size_t>(indent_), ' ');
    Text("^bb");
    Int(at.number);
    if (!args.empty()) {
      Char('(');
      Join(args, [&](ValueId arg) { BlockArg(arg); });
      Char(')');
    }
    Char(':');
    // No op has successors, so no block has predecessors.
    if (at.number > 0) Text("  // no predecessors");
    Char('\n');
  }
  indent_ += kIndent;
}

}  // namespace shardflow::internal
