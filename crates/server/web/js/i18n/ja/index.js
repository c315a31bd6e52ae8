// 日本語

import library from "./library.js";
import matches from "./matches.js";
import page from "./page.js";
import study from "./study.js";

export default { ...page, ...library, ...matches, ...study };
