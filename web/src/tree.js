import { useState } from "preact/hooks";
import { html } from "./html.js";
import { bytesText } from "./data.js";

/** The scopes of the program as a tree, with bytes of a device. */
export function ScopeTree({ state }) {
  const { report, scope } = state;
  const roots = report.scopes.filter((s) => s.parent < 0);
  const [open, setOpen] = useState(() => new Set(roots.map((s) => s.index)));
  const shown = visibleScopes(report, roots, open);
  const current = scope.value;

  const toggle = (index, wanted) => {
    const next = new Set(open);
    if (wanted) next.add(index);
    else next.delete(index);
    setOpen(next);
  };
  const focus = (index) => document.querySelector(`[data-scope="${index}"]`)?.focus();
  const onKey = (event, at) => {
    const s = shown[at].scope;
    const go = {
      ArrowDown: () => focus(shown[Math.min(at + 1, shown.length - 1)].scope.index),
      ArrowUp: () => focus(shown[Math.max(at - 1, 0)].scope.index),
      ArrowRight: () =>
        open.has(s.index) || s.children.length === 0
          ? s.children[0] !== undefined && focus(s.children[0])
          : toggle(s.index, true),
      ArrowLeft: () =>
        open.has(s.index) && s.children.length > 0
          ? toggle(s.index, false)
          : s.parent >= 0 && focus(s.parent),
      Enter: () => (scope.value = s.index),
      " ": () => (scope.value = s.index),
    }[event.key];
    if (!go) return;
    event.preventDefault();
    go();
  };

  return html`<nav class="scopes" aria-label="Scopes">
    <button class=${current < 0 ? "all current" : "all"} onClick=${() => (scope.value = -1)}>
      <span>whole program</span><span class="number">${report.count} tensors</span>
    </button>
    <ul role="tree" aria-label="Scopes of the program">
      ${shown.map(
        ({ scope: s, depth }, at) =>
          html`<li
            role="treeitem"
            key=${s.index}
            data-scope=${s.index}
            tabindex=${current === s.index || (current < 0 && at === 0) ? 0 : -1}
            aria-level=${depth + 1}
            aria-selected=${current === s.index}
            aria-expanded=${s.children.length > 0 ? open.has(s.index) : undefined}
            class=${current === s.index ? "current" : ""}
            style=${`padding-left: ${depth + 0.3}em`}
            title=${report.paths[s.index]}
            onClick=${() => (scope.value = s.index)}
            onKeyDown=${(event) => onKey(event, at)}
          >
            <span
              class="arrow"
              aria-hidden="true"
              onClick=${(event) => {
                event.stopPropagation();
                toggle(s.index, !open.has(s.index));
              }}
              >${s.children.length === 0 ? "" : open.has(s.index) ? "▾" : "▸"}</span
            >
            <span class="name">${s.name}</span>
            <span class="number">${bytesText(s.localBytes)}</span>
            ${
              s.sent > 0
                ? html`<span class="sent" title="sent by a device, in a step"
                    >⇄ ${bytesText(s.sent)}</span
                  >`
                : null
            }
          </li>`,
      )}
    </ul>
  </nav>`;
}

function visibleScopes(report, roots, open) {
  const shown = [];
  const waiting = roots.map((scope) => ({ scope, depth: 0 })).reverse();
  while (waiting.length > 0) {
    const { scope, depth } = waiting.pop();
    shown.push({ scope, depth });
    if (!open.has(scope.index)) continue;
    for (const child of [...scope.children].reverse()) {
      waiting.push({ scope: report.scopes[child], depth: depth + 1 });
    }
  }
  return shown;
}
