// The texts of one part of the page: its dictionary leaves out the name that all its keys begin with.

/** @param {string} part @param {Record<string, string>} words */
export const under = (part, words) => Object.fromEntries(Object.entries(words).map(([key, text]) => [`${part}.${key}`, text]));
