// The page with data of the program itself. SHARDFLOW names the program; without
// it, or without a browser, nothing is tested.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
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

const run = (...words) =>
  execFileSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: "pipe" });

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "shardflow-report-"));
  file = join(folder, "step.html");
  run("report", "-q", "--propagate", example, "-o", file);
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  browser = await chromium.launch({ executablePath, args });
});
after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** A page of which every error and request is kept. */
async function open(hash = "") {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const faults = [];
  page.on("pageerror", (e) => faults.push(e.message));
  page.on("console", (m) => m.type() === "error" && faults.push(m.text()));
  page.on("request", (r) => !r.url().startsWith(`file://${file}`) && faults.push(r.url()));
  await page.goto(`file://${file}${hash}`);
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
  const text = run("explain", "-q", example, "--value", "%37");
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
