//! A compiler for a toy language with its own IR. It asks shardflow how to
//! distribute a program. This is toyc.cc in Rust.
//!
//!   cargo run -- ../mlp.toy

use shardflow::{Block, Builder, Failed, Messages, OpSpec, Program, Registry, Value};
use std::collections::HashMap;
use std::process::ExitCode;

// --- the compiler: its IR, and its parser

/// A matrix, and how it is computed.
struct Node {
    name: String,
    /// "toy.matmul", ...; empty for an input
    op: String,
    operands: Vec<usize>,
    line: i32,
    rows: i64,
    columns: i64,
    /// The axes of its dimensions, as the user wrote them.
    axes: Vec<String>,
}

#[derive(Default)]
struct Graph {
    axes: Vec<(String, i64)>,
    nodes: Vec<Node>,
    by_name: HashMap<String, usize>,
    result: Option<usize>,
}

impl Graph {
    /// Returns `None` if the line has a syntax error.
    fn read_line(&mut self, text: &str, line: i32) -> Option<()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut node = Node {
            name: String::new(),
            op: String::new(),
            operands: Vec::new(),
            line,
            rows: 0,
            columns: 0,
            axes: Vec::new(),
        };
        match words[..] {
            [] => return Some(()),
            [first, ..] if first.starts_with('#') => return Some(()),
            ["axis", name, size] => {
                self.axes.push((name.to_string(), size.parse().ok()?));
                return Some(());
            }
            ["return", name] => {
                self.result = Some(*self.by_name.get(name)?);
                return Some(());
            }
            ["input", name, rows, columns, ref axes @ ..] if axes.is_empty() || axes.len() == 2 => {
                node.name = name.to_string();
                node.rows = rows.parse().ok()?;
                node.columns = columns.parse().ok()?;
                node.axes = axes.iter().map(|axis| axis.to_string()).collect();
            }
            ["let", name, "=", op, first, ref rest @ ..] if rest.len() < 2 => {
                node.name = name.to_string();
                node.op = format!("toy.{op}");
                for operand in std::iter::once(&first).chain(rest) {
                    node.operands.push(*self.by_name.get(*operand)?);
                }
                node.rows = self.nodes[node.operands[0]].rows;
                node.columns = self.nodes[*node.operands.last()?].columns;
            }
            _ => return None,
        }
        self.by_name.insert(node.name.clone(), self.nodes.len());
        self.nodes.push(node);
        Some(())
    }
}

// --- the embedding

const RULES: &str = "\
toy.matmul: ([i, k], [k, j])->([i, j]) reduction={k}
toy.relu: ([i, j])->([i, j])
toy.add: ([i, j], [i, j])->([i, j])
";

fn add_op(
    builder: &mut Builder,
    body: Block,
    file: &str,
    node: &Node,
    ty: &str,
    values: &[Value],
) -> Value {
    let operands: Vec<Value> = node.operands.iter().map(|&i| values[i]).collect();
    let op = builder.add_op(
        body,
        &OpSpec {
            name: &node.op,
            operands: &operands,
            result_types: &[ty],
            location: Some((file, node.line, 1)),
            ..Default::default()
        },
    );
    builder.result(op, 0)
}

/// Returns the program, and the handle of each node's value.
fn build(
    graph: &Graph,
    file: &str,
    messages: &mut Messages,
) -> Result<(Program, Vec<Value>), Failed> {
    let types: Vec<String> = graph
        .nodes
        .iter()
        .map(|node| format!("tensor<{}x{}xf32>", node.rows, node.columns))
        .collect();
    let inputs: Vec<&str> = graph
        .nodes
        .iter()
        .zip(&types)
        .filter(|(node, _)| node.op.is_empty())
        .map(|(_, ty)| ty.as_str())
        .collect();
    let mut builder = Builder::new();
    let axes: Vec<_> = graph
        .axes
        .iter()
        .map(|(name, size)| (name.as_str(), *size))
        .collect();
    builder.add_mesh("mesh", &axes);
    let function = builder.add_function("main", &inputs);
    let body = builder.body(function);
    let (mut values, mut argument) = (Vec::new(), 0);
    for (node, ty) in graph.nodes.iter().zip(&types) {
        let value = if node.op.is_empty() {
            argument += 1;
            builder.argument(body, argument - 1)
        } else {
            add_op(&mut builder, body, file, node, ty, &values)
        };
        if !node.axes.is_empty() {
            let dimensions: Vec<String> = node
                .axes
                .iter()
                .map(|axis| {
                    if axis == "-" {
                        "{}".into()
                    } else {
                        format!("{{\"{axis}\"}}")
                    }
                })
                .collect();
            let sharding = format!("#sdy.sharding<@mesh, [{}]>", dimensions.join(", "));
            builder.set_sharding(value, &sharding);
        }
        values.push(value);
    }
    let results: Vec<Value> = graph.result.iter().map(|&i| values[i]).collect();
    builder.return_values(function, &results);
    Ok((builder.finish(messages)?, values))
}

fn compile(graph: &Graph, file: &str, messages: &mut Messages) -> Result<(), Failed> {
    let mut ops = Registry::new();
    ops.read_rules("toy rules", RULES, messages)?;
    let (mut program, values) = build(graph, file, messages)?;
    program.propagate(Some(&ops), messages)?;
    for (node, &value) in graph.nodes.iter().zip(&values) {
        let local = program.local_shape(value).unwrap_or_default();
        let local: Vec<String> = local.iter().map(i64::to_string).collect();
        let sharding = program.sharding(value).unwrap_or_default();
        println!(
            "{}: {sharding}, on each device {}",
            node.name,
            local.join("x")
        );
    }
    program.insert_reshards(Some(&ops), messages)?;
    program.lower_to_collectives(Some(&ops), messages)?;
    for step in program.communication() {
        println!("{} {}: {} bytes", step.op, step.axes, step.bytes_sent);
    }
    Ok(())
}

fn main() -> ExitCode {
    let file = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "../mlp.toy".into());
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut graph = Graph::default();
    for (line, text) in (1..).zip(text.lines()) {
        if graph.read_line(text, line).is_none() {
            eprintln!("{file}:{line}: syntax error");
            return ExitCode::FAILURE;
        }
    }
    let mut messages = Messages::new();
    let done = compile(&graph, &file, &mut messages);
    eprint!("{messages}");
    if done.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
