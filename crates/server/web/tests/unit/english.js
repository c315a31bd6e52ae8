// For tests of parts that write texts: the texts of English, which the page would have loaded.

import { setLanguage } from "../../js/i18n/index.js";

globalThis.document ??= /** @type {any} */ ({ documentElement: {} });
await setLanguage("en");
