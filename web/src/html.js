import { h } from "preact";
import htm from "htm";

/** Templates instead of a compiler for JSX: html`<p>${text}</p>`. */
export const html = htm.bind(h);
