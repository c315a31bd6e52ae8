// Set-up: stones are put and taken off by hand, then a game begins from there.
export function beginSetup() {}
