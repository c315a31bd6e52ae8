// The shapes of what the server sends, as JSDoc types. The truth is the server's OpenAPI file.

/** @typedef {[number, number]} Point row and column, 0-based from the top left */
/** @typedef {"black" | "white"} Color */
/** @typedef {{ en: string, zh: string }} Text */
/** @typedef {{ kind: "human" | "engine", name?: string, engine?: string, level?: number }} Player */
/** @typedef {{ first: Player, second: Player }} Players */
/** @typedef {{ main_ms?: number, increment_ms?: number, move_ms?: number }} Clock */
/** @typedef {{ point: Point, kind: "triangle" | "square" | "circle" | "cross" | "label", label?: string }} Mark */
/** @typedef {{ kind: "estimate" | "win" | "loss" | "draw" | "margin", win: number, value?: number, plies?: number, margin?: number }} Score */
/** @typedef {{ rank: number, move: string | null, point?: Point, pv: string[], points?: (Point | null)[], score: Score, work: number }} Line */
/** @typedef {{ best: string | null, score: Score | null, depth: number, nodes: number, time_ms: number, lines: Line[] }} Analysis */
/**
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {number | null} parent
 * @property {number[]} children the first is the main line
 * @property {string} [move]
 * @property {Color} [color]
 * @property {boolean} [setup] whether stones are set up here
 * @property {Point} [point]
 * @property {string} [name]
 * @property {string} [comment]
 * @property {Mark[]} [marks]
 * @property {number} [elapsed_ms]
 * @property {Score} [score]
 */
/**
 * @typedef {object} Board
 * @property {string | number} id
 * @property {number} revision
 * @property {string} game
 * @property {string} rules
 * @property {Text} [rules_name] the rules in words
 * @property {{ rows: number, cols: number }} size
 * @property {{ columns: string[], rows: string[], sides?: string }} coords
 * @property {Record<string, any>} header
 * @property {Players} players
 * @property {Clock | null} [clock]
 * @property {string | null} [result]
 * @property {string[]} [tags]
 * @property {number} current
 * @property {TreeNode[]} nodes
 * @property {boolean} [saved]
 */
/**
 * @typedef {object} View
 * @property {number} node
 * @property {number} ply
 * @property {Color} to_move
 * @property {"first" | "second"} player_to_move
 * @property {{ first: Color | null, second: Color | null }} [colors] `null` while an opening leaves it open
 * @property {{ first_ms: number, second_ms: number }} [clock] what is left, before the move under way
 * @property {Text | string} [phase]
 * @property {Point[]} [offers] fifth moves offered so far
 * @property {{ black: Point[], white: Point[] }} stones
 * @property {Point | null} [last]
 * @property {string | null} [last_move]
 * @property {Point[]} line
 * @property {Point[]} captured
 * @property {Point[]} flipped
 * @property {{ black: number, white: number }} [captures]
 * @property {{ black: number, white: number }} [counts]
 * @property {Point[]} legal
 * @property {{ move: string, text: Text }[]} choices
 * @property {boolean} can_pass
 * @property {{ point: Point, foul: string, why: Text }[]} forbidden
 * @property {{ winner: Color | null, reason: string, margin?: number | null, text: Text } | null} [outcome]
 * @property {string} [hash]
 */
/** @typedef {{ id: string, name: Text, aliases?: string[], sizes?: (string | number)[], default_size?: string | number, openings?: { id: string, name: Text | string, rules?: string }[] }} RuleSet */
/** @typedef {{ name: string, title?: Text, plays?: boolean, levels: { level: number, text: Text }[] }} EngineInfo */
/** @typedef {{ kind: string, name: Text, rules: RuleSet[], engines: EngineInfo[] }} GameInfo */
/** @typedef {{ version: string, games: GameInfo[], formats: any[], limits?: Record<string, number> }} About */
/** @typedef {{ code: string, message: string, expected?: string }} ApiProblem */
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
 */
export {};
