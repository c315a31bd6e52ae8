//! scratch
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::{Game, gomoku};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let rules = gomoku::Rules::named(&args[1], None).unwrap();
    let mut game = gomoku::Position::new(&rules);
    let nodes: u64 = args[2].parse().unwrap();
    for mv in &args[3..] {
        game.play(game.parse_move(mv).unwrap()).unwrap();
    }
    let mut e = tengen_gomoku::Player::new();
    let mut last = 0;
    let a = e.analyze(&game, &Limits::nodes(nodes), &Stop::new(), &mut |a| {
        let pv: Vec<String> = a.lines[0].moves.iter().map(|m| game.format_move(*m)).collect();
        println!(
            "d{} n{} (+{}) {:?} {} {}",
            a.depth,
            a.nodes,
            a.nodes - last,
            a.time,
            a.lines[0].score,
            pv.join(" ")
        );
        last = a.nodes;
    });
    println!("{} {:?} {:.0} n/s", a.nodes, a.time, a.nodes as f64 / a.time.as_secs_f64());
}
