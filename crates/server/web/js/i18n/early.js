// Asks for the texts of the visitor's language while the modules of the page are still being loaded: `main.js` runs
// only after all of them, and the texts would be one wait more.

import { KEY, readSettings, recall } from "../settings.js";
import { LANGUAGES, tagOf } from "./languages.js";

// A failure is reported where the texts are needed.
LANGUAGES[tagOf(readSettings(recall(KEY)).language)].load().catch(() => {});
