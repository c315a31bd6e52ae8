// Traditional Chinese: the simplified texts, converted where they are shown.

export { default } from "../zh-hans/index.js";
export { toTraditional as write } from "./convert.js";
