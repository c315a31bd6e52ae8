// The JSON that the server sends, as JSDoc types. The server's OpenAPI file defines it.

/** @typedef {[number, number]} Point row and column, 0-based from the top left */
/** @typedef {"black" | "white"} Color */
/** @typedef {{ en: string, zh: string, "zh-Hant"?: string, ja?: string }} Text */
/** @typedef {{ kind: "human" | "engine", name?: string, engine?: string, level?: number }} Player */
/** @typedef {{ first: Player, second: Player }} Players */
/** @typedef {{ main_ms?: number, increment_ms?: number, move_ms?: number, period_ms?: number, periods?: number, period_moves?: number }} Clock byo-yomi has `periods` (Japanese) or `period_moves` (Canadian) */
/** @typedef {{ point: Point, kind: "triangle" | "square" | "circle" | "cross" | "selected" | "label" | "territory", label?: string }} Mark the label of `territory` is its owner */
/** @typedef {{ kind: "estimate" | "win" | "loss" | "draw" | "margin", win: number, value?: number, plies?: number, margin?: number, counted?: boolean, bound?: { side: "least" | "most", margin: number | null } }} Score `bound`: what is proven of an estimate, a draw where there is no margin; `counted`: a count by the rules that the players may correct */
/** @typedef {{ rank: number, move: string | null, point?: Point, pv: string[], points?: (Point | null)[], colors?: Color[], score: Score, work: number }} Line `colors`: of `pv`, where the sides do not alternate */
/** @typedef {{ best: string | null, score: Score | null, depth: number, nodes: number, time_ms: number, lines: Line[], ownership?: number[][], standard_error?: number, dead?: Point[], settled_by?: string }} Analysis `standard_error`: of the best line's chance, where playouts estimate it; `ownership`: rows of the board, from −1 (white) to 1 (black); `dead`: stones of a finished game of Go; `settled_by`: the engine that named them for a program that cannot */
/** @typedef {"pass" | "rows" | "turns" | "threats" | "forbidden" | "openings" | "gravity" | "captures" | "liberties" | "ko" | "territory" | "komi" | "handicap" | "flips" | "mobility" | "stable" | "discs"} Feature */
/** The look of a board: stones on crossings, discs on felt, discs in holes, signs on paper. @typedef {"lines" | "felt" | "holes" | "paper"} Look */
/**
 * What a game has, for every front end the same.
 * @typedef {object} GameTraits
 * @property {Feature[]} [features] those of this rule set, or of the whole game
 * @property {"stone" | "disc"} [piece] what is put on the board
 * @property {"none" | "discs" | "points"} [unit] what its score counts
 * @property {string[]} [proofs] kinds of proof that its engines search for: `vcf`, `vct`, `exact`
 * @property {boolean} [strategy] whether a winning strategy for the whole game is known
 */
/** @typedef {{ from: Point, to: Point, line: boolean }} Arrow an arrow, or a line without a head */
/**
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {number | null} parent
 * @property {number[]} children the first is the main line
 * @property {string} [move]
 * @property {Color} [color]
 * @property {"first" | "second"} [player] who played the move
 * @property {Color} [to_move] the side to move after this node, if it is the side that moved last
 * @property {"first" | "second"} [open] the player to move after this node, while an opening rule leaves the colours open
 * @property {"offer" | "choice"} [fifth] an offered fifth move, or the choice of one of them
 * @property {boolean} [forced] a pass that the rules force, as in Othello
 * @property {boolean} [setup] whether stones or the side to move are set up here
 * @property {Point} [point]
 * @property {Text} [opening] the name of the opening whose position this is
 * @property {string} [name]
 * @property {string} [comment]
 * @property {Mark[]} [marks]
 * @property {Arrow[]} [arrows]
 * @property {number} [elapsed_ms]
 * @property {Score} [score]
 */
/**
 * @typedef {GameTraits & BoardFields} Board
 */
/**
 * @typedef {object} BoardFields
 * @property {string | number} id
 * @property {number} revision
 * @property {string} game
 * @property {string} rules
 * @property {Text} [rules_name] the rules in words
 * @property {{ style: Look, stars?: Point[] }} [look]
 * @property {Look} [style] the same in lists
 * @property {{ rows: number, cols: number }} size
 * @property {{ columns: string[], rows: string[], sides?: string }} coords
 * @property {Record<string, any>} header
 * @property {Players} players
 * @property {Clock | null} [clock]
 * @property {string | null} [result]
 * @property {string[]} [tags]
 * @property {number} current
 * @property {number | null} [ended] where the game ended, if moves were tried after its result
 * @property {TreeNode[]} nodes
 * @property {boolean} [saved]
 */
/**
 * @typedef {object} View
 * @property {number} node
 * @property {number} ply
 * @property {Color} to_move
 * @property {"first" | "second"} player_to_move
 * @property {any} [problem] why a move of the record cannot be played, in each language
 * @property {"first" | "second"} [black_player] who has black; until an opening rule has decided, who has it for now
 * @property {{ first: Color | null, second: Color | null }} [colors] `null` until an opening rule has decided
 * @property {number} [stones_per_turn] stones of a full turn, in games with turns of several stones
 * @property {number} [stones_left] stones that the side to move still places in this turn, in the same games
 * @property {{ first_ms: number, second_ms: number, first_periods?: number, second_periods?: number, first_moves?: number, second_moves?: number }} [clock] time until the flag falls, at the start of the current turn; with byo-yomi the periods left or the moves to be made
 * @property {Text | string} [phase]
 * @property {Point[]} [offers] fifth moves offered so far
 * @property {{ black: Point[], white: Point[] }} stones
 * @property {Point | null} [last]
 * @property {string | null} [last_move]
 * @property {Point[]} line
 * @property {Point[]} captured
 * @property {Point[]} flipped
 * @property {{ black: number, white: number }} [captures] stones that each side has captured
 * @property {number | null} [captures_to_win] captured stones that win at once
 * @property {{ black: number, white: number }} [counts] discs of each side
 * @property {Point[]} legal
 * @property {{ move: string, text: Text }[]} choices
 * @property {boolean} can_pass
 * @property {{ point: Point, foul: string, why: Text }[]} forbidden
 * @property {{ winner: Color | null, reason: string, margin?: number | null, text: Text } | null} [outcome]
 * @property {string} [hash]
 * @property {Text} [opening] the name of the opening whose position this is
 */
/** @typedef {GameTraits & { id: string, name: Text, style?: Look, aliases?: string[], sizes?: (string | number)[], default_size?: string | number, openings?: { id: string, name: Text | string, rules?: string }[], komi?: number, handicap?: Record<string, number>, start?: Record<string, { black: Point[], white: Point[] }>, known_as?: Text }} RuleSet `handicap`: the most fixed stones, by size; `start`: stones before the first move, by size */
/** @typedef {{ name: string, title?: Text, plays?: boolean, program?: boolean, ponders?: boolean, only?: { rules: string, size: string }[] | null, levels: { level: number, text: Text }[] }} EngineInfo */
/**
 * @typedef {GameTraits & { kind: string, name: Text, title?: Text, named_by_rules?: boolean, rules: RuleSet[], engines: EngineInfo[] }} GameInfo
 * `title` is what a menu shows; with `named_by_rules` the names of the rule sets are names of games
 */
/** @typedef {{ version: string, default_game?: string, games: GameInfo[], formats: any[], limits?: Record<string, number>, own_machine?: boolean }} About `own_machine`: nobody else reaches the server; `limits.ponder_ms`: how long an engine thinks on a person's time */
/** @typedef {{ code: string, message: string, expected?: string }} ApiProblem */
/** @typedef {{ name: string, path: string, bytes: number, changed_ms: number, new: boolean }} BesideFile a file beside the library's; `new`: set aside at this start */
/** @typedef {{ path: string, bytes: number, read_only: boolean, damaged: BesideFile[], backups: BesideFile[] }} LibraryFile the newest first */
/** @typedef {{ game: number, what: string }} GameLoss a game of a damaged library, by its old number */
/** @typedef {{ recovered: number, duplicates: number, incomplete: GameLoss[], incomplete_count: number, lost: GameLoss[], lost_count: number }} Recovered what was saved of a damaged library */
/** @typedef {{ name: string, protocol: string, command: string, games: string[] }} OwnProgram a registered program */
/** @typedef {{ game: string, ms: number, move?: string, why?: Text }} ProgramAnswer what a program answered for one game */
/**
 * @typedef {object} Settings
 * @property {string} language `auto` or one of the languages of i18n
 * @property {"auto" | "light" | "dark"} theme
 * @property {"wood" | "slate" | "paper"} boardTheme
 * @property {boolean} coordinates
 * @property {"off" | "last" | "all"} numbers
 * @property {boolean} sound
 * @property {"auto" | "always" | "never"} confirmTap
 * @property {boolean} legalDots
 * @property {boolean} forbiddenMarks
 * @property {boolean} liberties
 * @property {boolean} animate
 * @property {number} turn quarter turns of the board, clockwise
 * @property {boolean} loose whether stones may lie a little off their points
 * @property {0 | 500 | 1000 | 2000} pace minimum milliseconds between the moves of two engines that play each other
 * @property {boolean} ponder whether the strongest level of an engine thinks on the person's time
 * @property {boolean} teaching whether mistakes against an engine are named and can be taken back
 * @property {boolean} mirror whether left and right of the board are swapped
 */
export {};
