// Makes report.html, the page that `shardflow report` fills with data: one file
// with script and style inside. `node build.mjs --check` only says whether the
// committed file is what the sources make.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const here = new URL(".", import.meta.url).pathname;
const bundle = async (entry) => {
  const result = await build({
    entryPoints: [here + entry],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    charset: "ascii",
    absWorkingDir: here,
  });
  return result.outputFiles[0].text.trimEnd();
};

const script = (await bundle("src/main.js")).replaceAll("</script", "<\\/script");
const style = await bundle("src/style.css");
const hash = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

const parts = {
  "@SCRIPT_HASH@": hash(script),
  // Attributes of style are allowed: they colour cells. No style comes from data.
  " '@STYLE_HASH@'": "",
  "'@STYLE_HASH@' ": "",
  "@STYLE@": style,
  "@SCRIPT@": script,
};
let page = readFileSync(here + "src/template.html", "utf8");
for (const [mark, text] of Object.entries(parts)) page = page.replace(mark, () => text);

const target = here + "report.html";
if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== page) {
    console.error("web/report.html is not what web/src makes: run `node web/build.mjs`");
    process.exit(1);
  }
} else {
  writeFileSync(target, page);
  console.log(`web/report.html: ${page.length} bytes`);
}
