//! Tests what an embedder in Rust relies on.

use shardflow::{Builder, Messages, OpSpec, Program, Registry, Session, Value};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

const MESH: [(&str, i64); 2] = [("x", 4), ("y", 2)];
const TYPE: &str = "tensor<8x8xf32>";
const BY_X: &str = "#sdy.sharding<@mesh, [{\"x\"}, {}]>";
const BY_Y: &str = "#sdy.sharding<@mesh, [{\"y\"}, {}]>";

/// `y = my.op(x)`; returns the program, x and y.
fn program(sharding: Option<&str>, messages: &mut Messages) -> (Program, Value, Value) {
    let mut builder = Builder::new();
    builder.add_mesh("mesh", &MESH);
    let function = builder.add_function("main", &[TYPE]);
    let body = builder.body(function);
    let x = builder.argument(body, 0);
    let op = builder.add_op(
        body,
        &OpSpec {
            name: "my.op",
            operands: &[x],
            result_types: &[TYPE],
            attributes: &[("ways", "2 : i64")],
            location: Some(("model.my", 7, 3)),
        },
    );
    let y = builder.result(op, 0);
    if let Some(sharding) = sharding {
        builder.set_sharding(x, sharding);
    }
    builder.return_values(function, &[y]);
    let program = builder
        .finish(messages)
        .unwrap_or_else(|_| panic!("{messages}"));
    (program, x, y)
}

#[test]
fn a_rule_function_is_called_and_dropped() {
    let mut messages = Messages::new();
    let calls = Arc::new(AtomicUsize::new(0));
    let mut ops = Registry::new();
    let counted = calls.clone();
    ops.add_rule_function(
        "my.op",
        move |op| {
            counted.fetch_add(1, Ordering::Relaxed);
            assert_eq!(op.name(), "my.op");
            assert_eq!(op.operand_shape(0), Some(vec![8, 8]));
            assert_eq!(op.operand_shape(1), None);
            assert_eq!(op.integer("ways"), Some(2));
            assert_eq!(op.integer("no such"), None);
            Some("([i, j])->([i, j])".into())
        },
        &mut messages,
    )
    .unwrap();
    let (mut program, _, y) = program(Some(BY_X), &mut messages);
    program.propagate(Some(&ops), &mut messages).unwrap();
    assert_eq!(program.sharding(y).as_deref(), Some(BY_X));
    assert_eq!(program.local_shape(y), Some(vec![2, 8]));
    assert!(calls.load(Ordering::Relaxed) > 0);
    assert_eq!(Arc::strong_count(&calls), 2);
    drop(ops);
    assert_eq!(Arc::strong_count(&calls), 1);
    assert!(messages.is_empty(), "{messages}");
}

#[test]
fn a_panic_in_a_rule_function_leaves_the_op_without_a_rule() {
    let mut messages = Messages::new();
    let mut ops = Registry::new();
    ops.add_rule_function("my.op", |_| panic!("on purpose"), &mut messages)
        .unwrap();
    let (mut program, _, y) = program(Some(BY_X), &mut messages);
    program.propagate(Some(&ops), &mut messages).unwrap();
    assert_eq!(program.sharding(y), None);
}

#[test]
fn errors_name_the_place_in_the_users_source() {
    let mut messages = Messages::new();
    let mut ops = Registry::new();
    assert!(ops
        .read_rules("mine", "my.op: ([i, j])->([i, k", &mut messages)
        .is_err());
    let text = messages.to_string();
    assert!(text.starts_with("mine:1:"), "{text}");

    let mut builder = Builder::new();
    builder.add_mesh("mesh", &MESH);
    let function = builder.add_function("main", &[TYPE]);
    let body = builder.body(function);
    let x = builder.argument(body, 0);
    builder.set_sharding(x, "#sdy.sharding<@mesh, [{\"z\"}, {}]>");
    builder.return_values(function, &[x]);
    let mut messages = Messages::new();
    assert!(builder.finish(&mut messages).is_err());
    assert!(messages.to_string().contains("\"z\""), "{messages}");

    let mut messages = Messages::new();
    assert!(Program::read("bad.mlir", b"module {", &mut messages).is_err());
    assert!(
        messages.to_string().starts_with("bad.mlir:1:"),
        "{messages}"
    );
    // Text with a NUL byte mustn't cause a panic.
    assert!(ops.read_rules("a\0b", "\0", &mut messages).is_err());
}

#[test]
fn a_session_takes_edits_back() {
    let mut messages = Messages::new();
    let mut ops = Registry::new();
    ops.read_rules("rules", "my.op: ([i, j])->([i, j])\n", &mut messages)
        .unwrap();
    let (program, x, y) = program(Some(BY_X), &mut messages);
    let mut session = Session::new(&program, Some(&ops), &mut messages).unwrap();
    session.propagate(&mut messages).unwrap();
    let before = session.sharding(y).unwrap();
    let start = session.checkpoint();
    session.set_sharding(x, Some(BY_Y), &mut messages).unwrap();
    session.propagate(&mut messages).unwrap();
    assert_eq!(session.changed_values().len(), 2);
    assert_eq!(
        session.sharding(y).unwrap(),
        "#sdy.sharding<@mesh, [{\"y\", ?}, {?}]>"
    );
    // XLA's partitioner doesn't know my.op, and gathers its operand: each of the
    // two devices along y sends its half.
    assert_eq!(session.wire_bytes(&mut messages), Ok(128));
    session.rollback(start, &mut messages).unwrap();
    assert_eq!(session.sharding(y).unwrap(), before);
    assert!(session
        .set_sharding(x, Some("nonsense"), &mut messages)
        .is_err());
    assert_eq!(session.sharding(y).unwrap(), before);
}

#[test]
fn threads_share_a_program_and_move_sessions() {
    let mut messages = Messages::new();
    let mut ops = Registry::new();
    ops.read_rules("rules", "my.op: ([i, j])->([i, j])\n", &mut messages)
        .unwrap();
    let (mut program, _, y) = program(Some(BY_X), &mut messages);
    program.propagate(Some(&ops), &mut messages).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut messages = Messages::new();
                let mut session = Session::new(&program, Some(&ops), &mut messages).unwrap();
                session.propagate(&mut messages).unwrap();
                assert_eq!(session.sharding(y), program.sharding(y));
            });
        }
    });
    assert!(program
        .to_string()
        .contains("\"my.op\"(%arg0) {sdy.sharding"));
}
