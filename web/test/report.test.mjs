// The page in a real browser, over made-up data. CHROMIUM names the browser.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { fillPage, makeReport } from "./fixture.mjs";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const skip = existsSync(executablePath) ? false : `no browser at ${executablePath}`;
let browser;
let folder;

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "shardflow-report-"));
  writeFileSync(join(folder, "small.html"), fillPage(makeReport(3, { withChanges: true })));
  writeFileSync(join(folder, "large.html"), fillPage(makeReport(11112)));
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  browser = await chromium.launch({ executablePath, args });
});
after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** A page of which every error and request is kept. */
async function open(file, hash = "") {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const faults = [];
  page.on("pageerror", (e) => faults.push(e.message));
  page.on("console", (m) => m.type() === "error" && faults.push(m.text()));
  const url = `file://${join(folder, file)}`;
  page.on("request", (r) => !r.url().startsWith(url) && faults.push(r.url()));
  await page.goto(url + hash);
  await page.waitForSelector(".body .row, .page > section");
  return { page, faults, close: () => (assert.deepEqual(faults, []), page.close()) };
}

test("from a scope to a tensor to its devices and its explanation", { skip }, async () => {
  const { page, close } = await open("small.html");
  await page.click('[role=treeitem]:has-text("params") .arrow');
  await page.click('[role=treeitem]:has-text("params")');
  assert.equal(await page.textContent(".filter output"), "9 of 29");
  await page.click('.row:has-text("params/layers/1/mlp/w1")');
  assert.match(page.url(), /#params\/layers\/1\/mlp\/w1\?scope=params$/);
  const grid = await page.innerText(".detail .grid");
  assert.match(grid, /0:2048\s+0, 2, 4, 6\s+2048:4096\s+1, 3, 5, 7/);
  assert.match(await page.innerText(".explanation"), /annotated/);
  assert.match(await page.innerText(".detail dl"), /8 MiB of\s+16 MiB/);
  await page.click('.links button:has-text("step/layers/1/mlp/dot_general")');
  assert.equal(await page.innerText(".detail h2"), "step/layers/1/mlp/dot_general");
  await close();
});

test("filters say what they find", { skip }, async () => {
  const { page, close } = await open("small.html");
  const found = async (text) => {
    await page.fill("#filter", text);
    return page.textContent(".filter output");
  };
  assert.equal(await found("axis:model"), "15 of 29");
  assert.equal(await found("axis:model op:dot"), "3 of 29");
  assert.equal(await found("kind:optimizer"), "3 of 29");
  assert.equal(await found("over:2MiB"), "9 of 29");
  assert.equal(await found("is:resharded"), "3 of 29");
  assert.equal(await found("nothing of the kind"), "0 of 29");
  await page.click('button:has-text("Clear the filter")');
  assert.equal(await page.textContent(".filter output"), "29 of 29");
  await close();
});

test("a link opens the page as it was", { skip }, async () => {
  const { page, close } = await open(
    "small.html",
    "#params/layers/0/mlp/w2?tab=memory&scope=params",
  );
  assert.equal(await page.innerText(".detail h2"), "params/layers/0/mlp/w2");
  assert.equal(await page.getAttribute("#tab-memory", "aria-selected"), "true");
  assert.match(await page.innerText(".treemap figcaption"), /^48\.01 MiB on a device/);
  await close();
});

test("keys move through tabs, rows and scopes", { skip }, async () => {
  const { page, close } = await open("small.html");
  await page.focus("#tab-tensors");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getAttribute("#tab-memory", "aria-selected"), "true");
  await page.keyboard.press("/");
  await page.waitForFunction(() => document.activeElement.id === "filter");
  await page.focus(".table");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.innerText(".detail h2"), "params/layers/0/mlp/w1");
  await page.keyboard.press("Escape");
  assert.match(await page.innerText(".detail"), /Select a tensor/);
  await page.focus("[role=treeitem][tabindex='0']");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.match(page.url(), /scope=params/);
  await close();
});

test("changes: what is a cause and what follows", { skip }, async () => {
  const { page, close } = await open("small.html", "#?tab=changes");
  assert.match(await page.innerText(".changes .summary"), /1 root change,\s+1 that follow/);
  await page.click('.changes button:has-text("params/layers/0/mlp/w1")');
  assert.match(await page.innerText(".detail dl"), /P\(None, None\)/);
  await close();
});

test("every tab shows something", { skip }, async () => {
  const { page, close } = await open("small.html", "#?scope=step/layers/1/mlp");
  for (const tab of ["memory", "communication", "graph", "meshes", "program", "changes"]) {
    await page.click(`#tab-${tab}`);
    const text = await page.innerText(".page");
    assert.ok(text.trim().length > 20, `${tab}: ${text}`);
  }
  await page.click("#tab-graph");
  assert.equal(await page.locator(".node:not(.outside)").count(), 3);
  await page.click("#tab-communication");
  assert.match(
    await page.innerText(".communication .summary"),
    /1 transfer; a device sends 512 KiB/,
  );
  await close();
});

test("100,000 tensors open and are filtered in time", { skip }, async () => {
  const begin = Date.now();
  const { page, close } = await open("large.html");
  const opened = Date.now() - begin;
  const filter = await page.evaluate(async () => {
    const input = document.getElementById("filter");
    const start = performance.now();
    input.value = "axis:model op:dot";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
  });
  assert.equal(await page.textContent(".filter output"), "11112 of 100010");
  assert.ok((await page.locator(".body .row").count()) < 100);
  console.log(`opened in ${opened} ms, filtered in ${filter.toFixed(0)} ms`);
  // The goals are 2 s and 0.3 s on an idle machine; this leaves room for a busy one.
  assert.ok(opened < 10000 && filter < 2000, `${opened} ms, ${filter} ms`);
  await close();
});
