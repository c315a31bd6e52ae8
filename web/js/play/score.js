// Go's count: dead stones are marked, the score follows.
export function beginScore() {}
