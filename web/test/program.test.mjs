// The page with data of the program itself. SHARDFLOW names the program; without
// it, or without a browser, nothing is tested.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const program = process.env.SHARDFLOW;
const skip = !program
  ? "SHARDFLOW names no program"
  : existsSync(executablePath)
    ? false
    : `no browser at ${executablePath}`;
const example = new URL("../../examples/gpt_train_step.mlir", import.meta.url).pathname;
let browser;
let folder;
let file;
let changed; // compared with the program as it was

const whatIf = ["--set", "params/blocks/*/up=P(None, 'tp')"];

// Differences are no failure.
const run = (...words) => {
  const done = spawnSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.ok(done.status === 0 || done.status === 1, done.stderr);
  return done.stdout;
};

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "shardflow-report-"));
  file = join(folder, "step.html");
  run("report", "-q", "--propagate", example, "-o", file);
  changed = join(folder, "changed.html");
  run("report", "-q", "-p", "--cost", example, ...whatIf, "--diff", example, "-o", changed);
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  browser = await chromium.launch({ executablePath, args });
});
after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** A page of which every error and request is kept. */
async function open(hash = "", file_ = file) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const faults = [];
  page.on("pageerror", (e) => faults.push(e.message));
  page.on("console", (m) => m.type() === "error" && faults.push(m.text()));
  page.on("request", (r) => !r.url().startsWith(`file://${file_}`) && faults.push(r.url()));
  await page.goto(`file://${file_}${hash}`);
  await page.waitForSelector(".body .row, .page > section");
  return { page, close: () => (assert.deepEqual(faults, []), page.close()) };
}

test("a scope, a tensor, its devices, where its sharding comes from", { skip }, async () => {
  const { page, close } = await open();
  await page.click('[role=treeitem]:has-text("opt_state")');
  assert.equal(await page.textContent(".filter output"), "38 of 873");
  await page.fill("#filter", "mu blocks/1/up");
  await page.click('.row:has-text("opt_state/mu/blocks/1/up")');
  assert.match(page.url(), /#opt_state\/mu\/blocks\/1\/up\?/);
  const grid = await page.innerText(".detail .grid");
  assert.match(grid, /0:64\s+0\s+1\s+64:128\s+2\s+3/);
  // From the parameter, by the steps of the optimizer.
  const steps = await page.innerText(".explanation");
  assert.match(steps, /dimension 0 has "fsdp"/);
  assert.match(steps, /params\['blocks'\]\[1\]\['up'\] \(%arg11\) dimension 0: annotated/);
  await page.click('.explanation button:has-text("%arg11")');
  assert.equal(await page.innerText(".detail h2"), "params/blocks/1/up");
  await close();
});

test("the page says what show and explain say", { skip }, async () => {
  const shown = run("show", "-q", "-p", "--spec", example);
  const bytes = /^ *params\/embed .* ([0-9.]+ [KM]?i?B) *$/m.exec(shown)?.[1];
  const { page, close } = await open("#params/embed");
  const detail = await page.innerText(".detail dl");
  assert.ok(bytes && detail.includes(`, ${bytes} of`), `${bytes} in ${detail}`);
  // What a report has of all that it explains: "why not" only of the first.
  const [text] = run("explain", "-q", example, "--value", "%37").split("  why not:");
  await page.goto(`file://${file}#%2537`);
  for (const [, line] of text.matchAll(/^ {4}(\S.*?)(?: {2}at .*)?$/gm)) {
    const said = await page.evaluate(() => document.querySelector(".explanation").textContent);
    assert.ok(said.replace(/\s+/g, " ").includes(line.replace(/\s+/g, " ")), line);
  }
  await close();
});

test("twins in a scope have addresses of their own", { skip }, async () => {
  const { page, close } = await open("#block1/feed_forward/dot_general");
  const first = await page.innerText(".detail .sub");
  await page.fill("#filter", "block1/feed_forward/dot_general");
  const other = page.locator('.row:has-text("block1/feed_forward/dot_general")').nth(1);
  await other.click();
  assert.notEqual(await page.innerText(".detail .sub"), first);
  const address = page.url();
  assert.match(address, /dot_general@%25[0-9]+/);
  const again = await page.innerText(".detail .sub");
  await page.goto("about:blank");
  await page.goto(address);
  assert.equal(await page.innerText(".detail .sub"), again);
  await close();
});

test("communication adds up, and leads to its tensor", { skip }, async () => {
  const data = JSON.parse(run("report", "-q", "-p", "--format", "json", example));
  const { page, close } = await open("#?tab=communication");
  const summary = await page.innerText(".communication .summary");
  assert.match(summary, new RegExp(`^${data.communication.count} transfers`));
  await page.click(".communication td.path button");
  assert.match(await page.innerText(".detail"), /Communication at it/);
  await page.click('.communication label:has-text("by axis")');
  assert.match(await page.innerText(".communication table"), /fsdp/);
  await close();
});

test("the graph of a scope, and the program's text", { skip }, async () => {
  const { page, close } = await open("#?tab=graph&scope=block1/feed_forward");
  assert.ok((await page.locator(".node").count()) > 10);
  await page.click("#tab-program");
  await page.click(".program li button >> nth=3");
  await page.waitForSelector(".detail h2");
  await close();
});

test("what changed since another program, as diff says it", { skip }, async () => {
  const said = run("diff", "-q", "--jax", ...whatIf, example).split("\n");
  const [, roots, follow] = / (\d+) changed in the program, (\d+) follow/.exec(said.join("\n"));
  const [, now, before] = /holds (.*) of arguments and results instead of (.*)/.exec(
    said.join("\n"),
  );
  const { page, close } = await open("#?tab=changes", changed);
  assert.match(
    await page.innerText(".changes .summary"),
    new RegExp(`: ${roots} root changes, ${follow} that follow`),
  );
  const sums = await page.innerText(".changes .sums");
  assert.match(sums, new RegExp(`Arguments and results\\s+${before}\\s+${now}`));
  await page.click('.changes button:has-text("params/blocks/1/up")');
  const detail = await page.innerText(".detail");
  assert.match(detail, /changed in the program/);
  assert.match(detail, /Devices before/);
  assert.equal(await page.locator(".detail .grid").count(), 2);
  await page.click("#tab-tensors");
  await page.fill("#filter", "is:changed kind:param");
  assert.match(await page.textContent(".filter output"), /^2 of /);
  await close();
});

test("the page says what cost and comms say", { skip }, async () => {
  const bytes = (text) => {
    const [, number, unit] = /([0-9.]+) ([kMGKi]*B)/.exec(text);
    const factors = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };
    return Number(number) * factors[unit];
  };
  const near = (a, b, what) => assert.ok(Math.abs(a - b) <= 0.006 * b, `${what}: ${a}, ${b}`);
  const cost = run("cost", "-q", "--propagate", example, ...whatIf);
  const comms = run("comms", "-q", example, ...whatIf);
  const { page, close } = await open("#?tab=memory", changed);
  const totals = await page.innerText(".totals");
  for (const [title, pattern] of [
    ["Peak", /^memory of a device +(.*)$/m],
    ["Arguments", /^ +arguments +(.*)$/m],
    ["Results", /^ +results +([^,]*)/m],
    ["Temporaries", /^ +temporaries +([^,]*)/m],
  ]) {
    const shown = new RegExp(`${title}\\s+(.*)`).exec(totals)[1];
    near(bytes(shown), bytes(pattern.exec(cost)[1]), title);
  }
  await page.click("#tab-communication");
  const summary = await page.innerText(".communication .summary");
  const [, sent, count] = /in all (.*) that a device sends, by (\d+) coll/.exec(comms);
  assert.equal(summary, `${count} transfers; a device sends ${sent} in a step.`);
  // The reasons are the same words.
  const causes = await page.innerText(".communication table");
  const reasons = comms.match(/^ {12,}\S.*(needs it in another sharding|partial sums of .*)$/gm);
  assert.ok(reasons.length > 5);
  for (const reason of reasons) assert.ok(causes.includes(reason.trim()), reason);
  await close();
});
