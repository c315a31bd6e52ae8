//! Noise of every kind: bytes drawn by lot, commands cut, doubled and mixed up, searches that end, fail and report at
//! any moment.
//!
//! Nothing panics, an answer of JSON lines always has its id, a refused line leaves the position as it was, and a
//! machine that has been through it all still plays.

use crate::driver::first_moves;
use std::sync::Arc;
use tengen_board::random::SplitMix64;
use tengen_engine::Analysis;
use tengen_games::{AnyPosition, GameSpec};
use tengen_protocols::gomocup::GomocupEngine;
use tengen_protocols::gtp::GtpEngine;
use tengen_protocols::jsonl::JsonEngine;
use tengen_protocols::nboard::NBoardEngine;
use tengen_protocols::{Effect, Machine, SearchId};

const GOMOCUP: &str = "START 15|START 20|START 4|START 2147483648|RECTSTART 12,9|RECTSTART 20|RESTART|BEGIN|TURN 7,7|TURN 3,4|TURN 0,0|\
    TURN -1,5|PLAY 4,4|PLAY 5,5|TAKEBACK 0,0|TAKEBACK 7,7|BOARD|YXBOARD|SWAP2BOARD|DONE|7,7,1|7,8,2|8,8,1|9,9,2|3,3|4,5|6,6,3|7,7|\
    INFO timeout_turn 1000|INFO timeout_turn 0|INFO timeout_match 99999999999999|INFO time_left -7|INFO rule 1|INFO rule 4|INFO rule 9|\
    INFO rule 77|INFO max_memory 1|INFO max_memory 83886080|INFO game_type 2|INFO folder /tmp|INFO evaluate 1,1|INFO max_node 10|\
    INFO thread_num 99999|INFO show_detail 3|INFO|ABOUT|YXSHOWINFO|YXSTOP|STOP|YXNBEST 3|YXNBEST 0|YXSHOWFORBID|YXBLOCK|YXBLOCKUNDO|\
    YXBLOCKRESET|YXBALANCEONE 5|YXBALANCETWO nan|YXBALANCETWO 0|YXSEARCHDEFEND|YXHASHCLEAR|YXSWAP2STEP1|YXSWAP2STEP2|YXSWAP2STEP3|MESSAGE x";
const GTP: &str = "boardsize 9|boardsize 1|boardsize 26|boardsize x|rectangular_boardsize 7 5|clear_board|komi 6.5|komi nan|play b D4|\
    play w E5|play b pass|play w pass|play b Z99|play x D4|play|genmove b|genmove w|genmove|reg_genmove w|undo|undo|fixed_handicap 4|\
    place_free_handicap 9|set_free_handicap D4 E5|set_free_handicap D4 D4|final_score|final_status_list dead|final_status_list x|\
    showboard|list_commands|known_command play|time_settings 0 5 1|time_settings 60 0 0|time_settings -1 x|time_left b 3 1|\
    kgs-time_settings byoyomi 9 9 9|kgs-time_settings canadian|loadsgf game.sgf|loadsgf game.sgf 2|loadsgf none|lz-analyze b 10|\
    kata-analyze 10|kata-genmove_analyze b 5|kata-get-rules|kata-set-rules japanese|kata-set-rules {\"ko\":1}|kata-set-rule ko SIMPLE|\
    gogui-rules_board|gogui-rules_legal_moves|gogui-rules_final_result|set_game Othello|set_game Gomoku|set_game Go|set_game Chess|\
    is_legal b D4|stop|name|protocol_version|7 name|99999999999 name|12";
const NBOARD: &str = "nboard 2|nboard 1|set depth 4|set depth 0|set depth 99999999999|set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[0]TY[8]\
    BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[F6];)|set game (;GM[Othello]TY[8]B[A1];)|\
    set game|move F5|move F6//1.5|move E6/3/2|move PA|move Z9|F5|hint 1|hint 5|hint 0|go|ping 7|ping|learn|analyze|set contempt 5|unknown";
const JSON: &str = r#"{"id":1,"do":"about"}|{"id":2,"do":"analyze","game":"gomoku"}|{"id":2,"do":"analyze","game":"othello","moves":["f5"]}|{"id":"x","do":"analyze","game":"tic-tac-toe","progress":true}|{"id":3,"do":"position","game":"go","size":"9","moves":["D4","D4"]}|{"id":4,"do":"cancel","target":2}|{"id":4,"do":"cancel"}|{"id":5,"do":"check","game":"renju","moves":["h8"]}|{"id":[],"do":"about"}|{"do":"about"}|[]|null|{"id":6,"do":"configure","level":0}|{"id":7,"do":"forget"}|{"id":8,"do":"analyze","game":"gomoku","size":"99999x99999"}|{"id":9,"do":"analyze","game":"gomoku","limits":{"time_ms":-1}}|{"id":9,"do":"position","game":"othello","setup":{"black":["a1"],"white":["a1"]}}"#;

/// A machine with the searches that it waits for.
struct Subject<M> {
    machine: M,
    searches: Vec<(SearchId, AnyPosition)>,
    quit: bool,
}

/// Something that is done to a machine.
type Act<'a, M> = Box<dyn FnOnce(&mut M, &mut Vec<Effect>) + 'a>;

impl<M: Machine> Subject<M> {
    fn new(machine: M) -> Subject<M> {
        Subject { machine, searches: Vec::new(), quit: false }
    }

    fn effects(&mut self, act: impl FnOnce(&mut M, &mut Vec<Effect>)) -> Vec<String> {
        self.effects_of(Box::new(act))
    }

    fn effects_of(&mut self, act: Act<'_, M>) -> Vec<String> {
        let mut effects = Vec::new();
        act(&mut self.machine, &mut effects);
        let (mut said, mut tables) = (Vec::new(), Vec::new());
        for effect in effects {
            match effect {
                Effect::Say(text) => said.push(text),
                Effect::Search { id, position, .. } => self.searches.push((id, *position)),
                Effect::Prepare { id, .. } | Effect::SaveTable { id, .. } | Effect::LoadTable { id, .. } => {
                    tables.push(id);
                }
                Effect::Quit => self.quit = true,
                Effect::Within(..) | Effect::Stop(_) | Effect::Forget | Effect::Configure(_) => {}
            }
        }
        for id in tables {
            let refused = Err("no such file".to_owned());
            said.extend(self.effects_of(Box::new(move |machine, out| machine.table_done(id, refused, out))));
        }
        said
    }

    fn line(&mut self, line: &[u8]) -> Vec<String> {
        self.effects(|machine, out| machine.line(line, out))
    }

    /// One of the searches ends, fails or reports; sometimes one that there is not.
    fn search(&mut self, random: &mut SplitMix64) -> Vec<String> {
        if random.below(8) == 0 {
            let id = SearchId(random.next_u64() >> random.below(64));
            return self.effects(|machine, out| machine.finished(id, Analysis::default(), out));
        }
        if self.searches.is_empty() {
            return Vec::new();
        }
        let at = random.below(self.searches.len());
        let found = match random.below(6) {
            // What a search that was stopped at once may bring.
            0 => Analysis::default(),
            _ => first_moves(&self.searches[at].1),
        };
        match random.below(4) {
            0 => {
                let id = self.searches[at].0;
                self.effects(|machine, out| machine.progress(id, &found, out))
            }
            1 => {
                let (id, _) = self.searches.swap_remove(at);
                self.effects(|machine, out| machine.failed(id, "asked to\nfail", out))
            }
            _ => {
                let (id, _) = self.searches.swap_remove(at);
                self.effects(|machine, out| machine.finished(id, found, out))
            }
        }
    }
}

fn noisy_line(words: &[&str], random: &mut SplitMix64) -> Vec<u8> {
    let mut line = words[random.below(words.len())].as_bytes().to_vec();
    match random.below(10) {
        0 => line = (0..random.below(40)).map(|_| random.next_u32() as u8).collect(),
        1 if !line.is_empty() => line.truncate(random.below(line.len())),
        2 => line.extend_from_slice(words[random.below(words.len())].as_bytes()),
        3 if !line.is_empty() => {
            let at = random.below(line.len());
            line[at] = random.next_u32() as u8;
        }
        4 => {
            line.push(b' ');
            line.extend_from_slice(random.next_u64().to_string().as_bytes());
        }
        _ => {}
    }
    line
}

/// `refused` recognises the protocol's form of error, `look` asks for the position.
fn noise<M: Machine>(
    words: &str,
    make: impl Fn() -> M,
    refused: impl Fn(&[String]) -> bool,
    mut look: impl FnMut(&mut M) -> Option<String>,
) {
    let words: Vec<&str> = words.split('|').collect();
    let (mut refusals, mut seen) = (0, 0);
    for seed in 0..40 {
        let mut random = SplitMix64(seed);
        let mut subject = Subject::new(make());
        for _ in 0..400 {
            match random.below(10) {
                0..=5 => {
                    let line = noisy_line(&words, &mut random);
                    let idle = subject.searches.is_empty();
                    let before = if idle { look(&mut subject.machine) } else { None };
                    let said = subject.line(&line);
                    if idle && subject.searches.is_empty() && refused(&said) {
                        refusals += 1;
                        if let (Some(before), Some(after)) = (before, look(&mut subject.machine)) {
                            seen += 1;
                            assert_eq!(before, after, "{:?} {said:?}", String::from_utf8_lossy(&line));
                        }
                    }
                }
                6 => drop(subject.effects(|machine, out| machine.too_long(1 << 30, out))),
                _ => drop(subject.search(&mut random)),
            }
            if subject.quit {
                subject = Subject::new(make());
            }
        }
        // Whatever is under way comes to its end, and the end of the input is the end.
        for _ in 0..10_000 {
            let Some((id, position)) = subject.searches.pop() else { break };
            subject.effects(|machine, out| machine.finished(id, first_moves(&position), out));
        }
        subject.effects(|machine, out| machine.end_of_input(out));
        while let Some((id, position)) = subject.searches.pop() {
            subject.effects(|machine, out| machine.finished(id, first_moves(&position), out));
        }
        assert!(subject.quit, "seed {seed}: it does not leave at the end of the input");
    }
    assert!(refusals > 100 && seen > 50, "{refusals} refusals, {seen} of them with a position");
}

#[test]
fn gomocup() {
    let look = |machine: &mut GomocupEngine| {
        let mut effects = Vec::new();
        machine.clone().line(b"YXNBEST 1", &mut effects);
        effects.into_iter().find_map(|effect| match effect {
            Effect::Search { position, .. } => Some(format!("{position:?}")),
            _ => None,
        })
    };
    let refused = |said: &[String]| said.iter().any(|s| s.starts_with("ERROR") || s.starts_with("UNKNOWN"));
    noise(GOMOCUP, || GomocupEngine::new("Tengen", "1"), refused, look);
}

#[test]
fn gtp() {
    let look = |machine: &mut GtpEngine| {
        let mut effects = Vec::new();
        machine.line(b"showboard", &mut effects);
        match effects.as_slice() {
            [Effect::Say(text)] => Some(text.clone()),
            _ => None,
        }
    };
    let refused = |said: &[String]| said.iter().all(|s| s.starts_with('?'));
    for game in ["go", "gomoku", "othello"] {
        let spec: GameSpec = game.parse().unwrap();
        let files: tengen_protocols::gtp::ReadFile = Arc::new(|name| match name {
            "game.sgf" => Ok(b"(;FF[4]GM[1]SZ[9]KM[5.5];B[ee];W[gc];B[cg];W[gg])".to_vec()),
            _ => Err(std::io::Error::from(std::io::ErrorKind::NotFound)),
        });
        noise(
            GTP,
            || GtpEngine::new("Tengen", "1", &spec, Arc::clone(&files)),
            |said| !said.is_empty() && refused(said),
            look,
        );
    }
}

#[test]
fn nboard() {
    let look = |machine: &mut NBoardEngine| {
        let mut effects = Vec::new();
        machine.clone().line(b"go", &mut effects);
        effects.into_iter().find_map(|effect| match effect {
            Effect::Search { position, .. } => Some(format!("{position:?}")),
            _ => None,
        })
    };
    noise(NBOARD, || NBoardEngine::new("Tengen"), |said| said.iter().any(|s| s.starts_with("warning")), look);
}

#[test]
fn json_lines() {
    // Requests name their positions: there is none to keep. But every answer has an id, or null where the request had
    // none.
    let refused = |said: &[String]| {
        for text in said {
            let value: serde_json::Value = serde_json::from_str(text).expect("an answer is JSON");
            let id = value.get("id").expect("an answer has an id");
            assert!(id.is_null() || id.is_u64() || id.is_i64() || id.is_string(), "{text}");
            assert!(!id.is_null() || value["type"] == "error", "{text}");
        }
        said.iter().any(|text| text.contains("\"type\":\"error\""))
    };
    noise(JSON, || JsonEngine::new("Tengen", "1"), refused, |_| Some(String::new()));
}
