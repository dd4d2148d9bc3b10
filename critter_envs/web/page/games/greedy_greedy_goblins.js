import { h } from "../dom.js";
export const zones = () => ({});
export const piece = () => h("span");
export const draw = (context) => h("pre", {}, context.view.lines.join("\n"));
