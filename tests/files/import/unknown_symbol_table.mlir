// An op that nobody knows may be a symbol table, in which names mean something else.
// RUN: shardflow opt %s -allow-unregistered-dialect -symbol-dce

func.func @main() {
  "my.table"() ({
    func.func private @f()
    func.call @f() : () -> ()
  }) : () -> ()
  return
}
func.func private @f()

//! %s:4:1: error: operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses
//! func.func @main() {
//! ^
//! %s:5:3: note: 'my.table' has symbols in its region, and nothing says what kind of op it is; if it is not a symbol table, a rule or traits of it (OpRegistry) say so
//!   "my.table"() ({
//!   ^
// EXIT: 1
