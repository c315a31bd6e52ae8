// A link that holds a position.
/** @param {string} hash */
export async function openLink(hash) { void hash; }
