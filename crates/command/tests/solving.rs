//! `tengen solve`, `prove` and `verify`: what is proven, and certificates.

mod common;
use common::{command, fails, ok, tengen};
use std::process::Stdio;
use std::time::Duration;

#[test]
fn solve_proves_small_games() {
    let draw = ok("solve --game tic-tac-toe").out;
    assert!(draw.starts_with("black to move: draw\n"), "{draw}");
    // Two in a row each; whoever is to move wins at once.
    let win = ok("solve a3a1b3b1 --game tic-tac-toe").out;
    assert!(win.starts_with("black to move: win in 1\n") && win.contains("c3"), "{win}");
    let json: serde_json::Value =
        serde_json::from_str(&ok("solve a3a1b3b1 --game tic-tac-toe --json").out).unwrap();
    assert_eq!(json["proven"], true);
    assert_eq!(json["best"], "c3");
    assert_eq!(json["score"]["kind"], "win");
    let zh = ok("--lang zh solve a3a1b3b1 --game tic-tac-toe").out;
    assert!(zh.starts_with("轮到黑方：1 手内胜"), "{zh}");
    let unsure = tengen("solve --game mnk --size 9x9 --k 5 --nodes 100");
    assert_eq!(unsure.code, 1, "{}{}", unsure.out, unsure.err);
    assert!(unsure.out.starts_with("not proven"), "{}", unsure.out);
}

#[test]
fn wins_by_threats_are_proven_and_their_certificates_verified() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("win.proof");
    let path = file.to_str().unwrap();
    let line = "h8a1i8o1j9a15j10o15";
    let found = ok(&format!("solve {line} --game gomoku --kind vct --certificate {path} --json")).out;
    let json: serde_json::Value = serde_json::from_str(&found).unwrap();
    assert_eq!((&json["result"], &json["side"]), (&"win".into(), &"black".into()));
    let plies = json["plies"].as_u64().unwrap();
    let told = ok(&format!("verify {path}")).out;
    assert!(told.contains("proven: black wins in at most"), "{told}");
    let checked: serde_json::Value = serde_json::from_str(&ok(&format!("verify {path} --json")).out).unwrap();
    assert_eq!(checked["accepted"], true);
    assert!(checked["plies"].as_u64().unwrap() <= plies);
    let zh = ok(&format!("--lang zh verify {path}")).out;
    assert!(zh.contains("证明成立：黑方"), "{zh}");
    // A proof that leaves a defence out, and a file that is cut off.
    let text = std::fs::read_to_string(&file).unwrap();
    let last = text.lines().rev().nth(1).unwrap();
    let (short, _) = last.rsplit_once(' ').unwrap();
    std::fs::write(&file, text.replace(last, short)).unwrap();
    let refused = tengen(&format!("verify {path}"));
    assert!(refused.code == 1 && refused.out.contains("has no answer to"), "{}", refused.out);
    std::fs::write(&file, &text[..text.len() - 5]).unwrap();
    fails(&format!("verify {path}"), 3, &["no certificate", "end"], &["不是证明文件", "end"]);
    // No such win, the other side's, and other games.
    let none = tengen(&format!("solve {line} --game gomoku --kind vcf"));
    assert!(none.code == 1 && none.out.starts_with("black to move: no VCF"), "{}", none.out);
    assert_eq!(tengen(&format!("solve {line} --game gomoku --kind vcf --side white")).code, 1);
    fails("solve --game go --kind vct", 2, &["vct", "go"], &["vct", "go"]);
    // No search begins whose proof cannot be written.
    let solve = format!("solve {line} --game gomoku --kind vct --certificate");
    fails(&format!("{solve} -"), 2, &["'-'", "a file"], &["“-”", "文件"]);
    fails(&format!("{solve} {path}/win.proof"), 4, &["win.proof"], &["win.proof"]);
}

#[test]
fn values_of_mnk_games_are_proven_and_their_certificates_verified() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("value.proof");
    let path = file.to_str().unwrap();
    let found = ok(&format!("solve --game tic-tac-toe --certificate {path}")).out;
    assert!(found.starts_with("black to move: draw\n"), "{found}");
    let told = ok(&format!("verify {path}")).out;
    assert!(told.contains("proven: a draw, neither side loses"), "{told}");
    assert!(ok(&format!("--lang zh verify {path}")).out.contains("证明成立：和棋"));
    let found = ok(&format!("solve --rules 4,3,3 --certificate {path} --json")).out;
    let json: serde_json::Value = serde_json::from_str(&found).unwrap();
    assert_eq!((&json["value"], json["plies"].as_u64()), (&"win".into(), Some(7)));
    let json: serde_json::Value = serde_json::from_str(&ok(&format!("verify {path} --json")).out).unwrap();
    assert_eq!((&json["accepted"], json["plies"].as_u64()), (&true.into(), Some(7)));
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("claim black", "claim white")).unwrap();
    assert_eq!(tengen(&format!("verify {path}")).code, 1);
    std::fs::write(&file, text.replace("4,3,3", "4,3")).unwrap();
    fails(&format!("verify {path}"), 3, &["line 2"], &["第 2 行"]);
    let unsure = tengen(&format!("solve --rules 8,8,5 --nodes 500 --certificate {path}"));
    assert!(unsure.code == 1 && unsure.out.starts_with("not proven"), "{}", unsure.out);
    fails(&format!("solve --game connect-four --certificate {path}"), 2, &["fall"], &["下落"]);
    fails(&format!("solve --rules 4,3,3 --tree --certificate {path}"), 2, &["--tree"], &["--tree"]);
}

#[test]
fn scores_of_othello_are_proven_and_their_certificates_verified() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("score.proof");
    let path = file.to_str().unwrap();
    // White wins 4x4 by 11 discs to 3, and two squares stay empty.
    let solve = format!("solve --game othello --size 4 --certificate {path}");
    let found = ok(&solve).out;
    assert!(found.starts_with("black to move: −10 exactly\n"), "{found}");
    let told = ok(&format!("verify {path}")).out;
    assert!(told.contains("proven: with best play by both sides the score of black is −10"), "{told}");
    assert!(ok(&format!("--lang zh verify {path}")).out.contains("证明成立：双方最佳应对，黑方得分为 −10"));
    let json: serde_json::Value = serde_json::from_str(&ok(&format!("{solve} --json")).out).unwrap();
    assert_eq!((&json["value"], json["score"].as_f64()), (&"loss".into(), Some(-10.0)));
    let json: serde_json::Value = serde_json::from_str(&ok(&format!("verify {path} --json")).out).unwrap();
    assert_eq!((&json["accepted"], json["claims"][0]["at_least"].as_i64()), (&true.into(), Some(-10)));
    // One claim alone, then more than that.
    let text = std::fs::read_to_string(&file).unwrap();
    let one = text[..text.find("claim white").unwrap()].to_owned() + "end\n";
    std::fs::write(&file, &one).unwrap();
    assert!(ok(&format!("verify {path}")).out.contains("the score of black is at least −10"));
    std::fs::write(&file, one.replace("at-least -10", "at-least -8")).unwrap();
    let refused = tengen(&format!("verify {path}"));
    assert!(refused.code == 1 && refused.out.contains("ends with a score of −10"), "{}", refused.out);
    std::fs::write(&file, text.replace("at-least 10", "at-least 8")).unwrap();
    fails(&format!("verify {path}"), 3, &["makes the score exact"], &["得分确定"]);
    fails(&format!("convert {path} - --to text"), 2, &["always text"], &["只有文本"]);
    let unsure = tengen(&format!("solve f5 --game othello --nodes 500 --certificate {path}"));
    assert!(unsure.code == 1 && unsure.out.starts_with("not proven"), "{}", unsure.out);
    ok(&format!("{solve} --memory 4"));
    ok("solve --game othello --size 4 --memory 4");
    fails("solve --game gomoku --kind vcf --memory 4", 2, &["--memory"], &["--memory"]);
    fails(&format!("{solve} --tree"), 2, &["--tree"], &["--tree"]);
    fails(&format!("{solve} --depth 5"), 2, &["--depth"], &["--depth"]);
}

#[test]
fn who_wins_at_othello_is_proven_without_the_score() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("outcome.proof");
    let path = file.to_str().unwrap();
    let solve = "solve --game othello --size 4 --kind wld";
    assert!(ok(solve).out.starts_with("black to move: a loss\n"));
    let zh = ok(&format!("--lang zh {solve}")).out;
    assert!(zh.starts_with("轮到黑方：负\n"), "{zh}");
    // After any first move white wins, by the best one.
    let found = ok(&format!("solve b1 --game othello --size 4 --kind wld --certificate {path}")).out;
    assert!(found.starts_with("white to move: a win\nbest move: "), "{found}");
    assert!(ok(&format!("verify {path}")).out.contains("proven: white wins\n"));
    let json: serde_json::Value = serde_json::from_str(&ok(&format!("{solve} --json")).out).unwrap();
    assert_eq!((&json["proven"], &json["value"], &json["score"]), (&true.into(), &"loss".into(), &().into()));
    fails("solve --game tic-tac-toe --kind wld", 2, &["Othello", "mnk"], &["黑白棋", "mnk"]);
    fails(&format!("{solve} --depth 5"), 2, &["--depth", "wld"], &["--depth", "wld"]);
}

/// White's corner stone has one liberty, B9, where it joins B8 if white is to move.
#[test]
fn chains_of_go_are_proven_and_their_certificates_verified() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("corner.proof");
    let path = file.to_str().unwrap();
    let line = "solve A8A9D4B8 --game go --size 9 --kind capture --target";
    let found = ok(&format!("{line} A9 --certificate {path} --tree")).out;
    assert!(found.starts_with("black to move: black captures A9 in at most 1 ply"), "{found}");
    assert!(found.contains("B9"), "{found}");
    let told = ok(&format!("verify {path}")).out;
    assert!(told.contains("proven: black captures A9"), "{told}");
    let zh = ok(&format!("--lang zh verify {path}")).out;
    assert!(zh.contains("证明成立：黑方至多 1 手吃掉 A9"), "{zh}");
    let json: serde_json::Value = serde_json::from_str(&ok(&format!("verify {path} --json")).out).unwrap();
    assert_eq!(
        (&json["accepted"], &json["claim"], &json["side"]),
        (&true.into(), &"capture".into(), &"black".into())
    );
    // White to move joins it to B8.
    let none = tengen(&format!("{line} A9 --every-reply --json --nodes 1000"));
    let json: serde_json::Value = serde_json::from_str(&none.out).unwrap();
    assert!(none.code == 1 && json["result"] != "win", "{}", none.out);
    // What is not proven is named: for the side that attacks, it is no life.
    let told = tengen(&format!("{line} A9 --every-reply --nodes 1000")).out;
    assert!(told.starts_with("white to move: no proof") && told.contains("that black captures A9"), "{told}");
    let life = line.replace("capture", "life");
    let told = tengen(&format!("{life} B8 --nodes 10")).out;
    assert!(told.starts_with("black to move: no proof within the limits that black captures B8"), "{told}");
    let told = tengen(&format!("{life} D4 --nodes 10")).out;
    assert!(
        told.starts_with("black to move: no proof within the limits that black makes D4 alive"),
        "{told}"
    );
    // A move changed.
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("1 B9", "1 C9")).unwrap();
    let refused = tengen(&format!("verify {path}"));
    assert!(refused.code == 1 && refused.out.contains("does not reach the goal"), "{}", refused.out);
    // Questions that do not fit.
    fails(&format!("{line} C3"), 2, &["C3 has no stone"], &["C3 没有棋子"]);
    fails(&format!("{line} A9,D4"), 2, &["1 stone"], &["1 个棋子"]);
    fails(&format!("{line} Z9"), 2, &["'Z9'"], &["“Z9”"]);
    fails(&format!("{line} A9 --time 5s"), 2, &["--nodes", "--time"], &["--nodes", "--time"]);
    fails("solve A8A9 --game go --size 9 --kind life", 2, &["--target D4"], &["--target D4"]);
    fails("solve h8 --game gomoku --kind capture --target h8", 2, &["Go", "gomoku"], &["围棋", "gomoku"]);
    fails("solve h8 --game gomoku --kind vct --target h8", 2, &["--kind capture"], &["--kind capture"]);
}

/// Two chains of 3x3 share their last two liberties; elsewhere the side with more liberties wins.
/// The first line of the file says of which rules and which size it is.
#[test]
fn the_records_of_a_proof_name_their_rules() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("five.work");
    let path = file.to_str().unwrap();
    let row = "c3a1d3b1e3c1";
    let found = ok(&format!("prove {row} --rules standard --size 9 --work {path}")).out;
    assert!(found.starts_with("proven and verified: black wins in at most "), "{found}");
    assert_eq!(ok(&format!("prove {row} --from {path}")).out.lines().next(), found.lines().next());
    // Options that say otherwise are not passed over, and a file without rules names none.
    let other = format!("prove {row} --size 11 --from {path}");
    fails(&other, 3, &["standard 9x9", "standard 11x11"], &["standard 9x9"]);
    std::fs::write(&file, "nothing\n").unwrap();
    fails(&format!("prove {row} --from {path}"), 2, &["which game"], &["哪种棋"]);
}

#[test]
fn races_of_go_are_proven_for_both_movers() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("race.proof");
    let path = file.to_str().unwrap();
    // Rows X.O, XXO, X.O.
    let seki = "solve A1C1A2C2A3C3B2 --game go --size 3 --kind semeai --target A1,C1";
    let found = ok(&format!("{seki} --certificate {path}")).out;
    let lines: Vec<&str> = found.lines().collect();
    assert!(lines[0].starts_with("white to move: seki"), "{found}");
    assert!(lines.iter().any(|line| line.starts_with("black to move: seki")), "{found}");
    let told = ok(&format!("verify {path}")).out;
    assert_eq!(told.matches("proven: ").count(), 4, "{told}");
    assert!(told.contains("proven: black does not lose A1 before C1 is captured"), "{told}");
    let json: serde_json::Value = serde_json::from_str(&ok(&format!("verify {path} --json")).out).unwrap();
    assert_eq!((&json["accepted"], json["claims"].as_array().unwrap().len()), (&true.into(), 4));
    let json: serde_json::Value =
        serde_json::from_str(&ok(&format!("{seki} --side black --json")).out).unwrap();
    assert_eq!((json["races"].as_array().unwrap().len(), &json["races"][0]["outcome"]), (1, &"seki".into()));
    // An answer taken out of one of the claims.
    let text = std::fs::read_to_string(&file).unwrap();
    let cut = text.lines().map(|line| line.split(" *").next().unwrap_or(line)).collect::<Vec<_>>().join("\n");
    std::fs::write(&file, cut).unwrap();
    assert_eq!(tengen(&format!("verify {path}")).code, 1);
    // A single chain, and one that is cut off.
    let save = seki.replace("semeai", "capture").replace("A1,C1", "A1");
    let told = ok(&format!("{save} --side black --certificate {path}")).out;
    assert!(told.starts_with("black to move: black never loses A1"), "{told}");
    assert!(ok(&format!("verify {path}")).out.contains("proven: black never loses A1"));
    let wall = dir.path().join("wall.sgf");
    std::fs::write(&wall, "(;GM[1]SZ[5:3]AB[ab][eb]AW[ba][da][bb][cb][db][bc][dc])").unwrap();
    let wall = format!("solve {} --kind connect --target A2,E2 --side white", wall.display());
    let told = ok(&format!("{wall} --certificate {path}")).out;
    assert!(told.starts_with("white to move: white keeps A2, E2 apart for ever"), "{told}");
    assert!(ok(&format!("verify {path}")).out.contains("proven: white keeps A2, E2 apart for ever"));
    // Questions that do not fit.
    fails(&format!("{seki} --every-reply"), 2, &["--every-reply"], &["--every-reply"]);
    let one = seki.replace("A1,C1", "A1,B2");
    fails(&one, 2, &["A1 and B2 are of one side"], &["A1 与 B2 同属一方"]);
    fails(&seki.replace(" --target A1,C1", ""), 2, &["--target C3,E3"], &["--target C3,E3"]);
}

/// White is to move, and black wins against every reply: by `solve`, and by `prove` with a work file.
#[test]
fn wins_against_every_reply_are_proven_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (proof, work, long) = (path("win.proof"), path("win.work"), path("long.proof"));
    let line = "h8a1i8a3j8a5k8";
    let solve = format!("solve {line} --rules standard --kind vcf --every-reply --certificate {proof}");
    let found = ok(&solve).out;
    assert!(found.starts_with("white to move: black wins in 2 against every reply (VCF)"), "{found}");
    let checked = ok(&format!("verify {proof}")).out;
    assert!(checked.contains("white to move"), "{checked}");
    // The last line names the win, its plies, the rules and the nodes.
    let last = checked.lines().last().unwrap();
    assert!(last.starts_with("proven: black wins in at most 2 plies; standard 15x15, proof of "), "{last}");
    // Black has only a three here if white is to move.
    let none = tengen("solve h8a1i8a3j8 --rules standard --kind vcf --every-reply");
    assert!(none.code == 1 && none.out.contains("no VCF of black against some reply"), "{}", none.out);
    fails(
        &format!("solve {line} --rules standard --kind vcf --every-reply --side black"),
        2,
        &["--every-reply", "--side"],
        &["--every-reply", "--side"],
    );

    let line = "h8i9i7g9j8a1h6";
    let prove = |more: &str| {
        tengen(&format!(
            "prove {line} --rules standard --nodes 20000 --threads 1 --work {work} --certificate {long} {more}"
        ))
    };
    let first = prove("");
    assert_eq!(first.code, 0, "{}{}", first.out, first.err);
    assert!(first.out.starts_with("proven and verified: black wins in at most "), "{}", first.out);
    let checked = ok(&format!("verify {long}")).out;
    assert!(checked.contains("standard 15x15, 4 black and 3 white stones, white to move"), "{checked}");
    // The certificate is binary; as text and back it is the same, and what only records have is refused.
    let (as_text, back) = (path("long.txt"), path("back.proof"));
    assert!(std::fs::read(&long).unwrap().starts_with(b"tengen-proof 2\n"));
    ok(&format!("convert {long} {as_text} --to text"));
    assert!(std::fs::read_to_string(&as_text).unwrap().starts_with("tengen-proof 1\n"));
    assert_eq!(ok(&format!("verify {as_text}")).out, checked);
    ok(&format!("convert {as_text} {back} --to binary"));
    assert_eq!(std::fs::read(&back).unwrap(), std::fs::read(&long).unwrap());
    assert_eq!(ok(&format!("convert {long} - --to text")).out, std::fs::read_to_string(&as_text).unwrap());
    fails(&format!("convert {long} {back}"), 2, &["--to binary"], &["请用", "--to text"]);
    fails(&format!("convert {long} {back} --to sgf"), 2, &["not as sgf"], &["没有 sgf"]);
    fails(
        &format!("convert {long} {back} --to text --split"),
        2,
        &["--split is for records"],
        &["--split 用于棋谱"],
    );
    fails(&format!("convert {long} {long} --to text"), 2, &["overwritten"], &["会被覆盖"]);
    fails(&format!("convert {work} {back} --to binary"), 3, &["no certificate"], &["不是证明文件"]);
    fails(&format!("convert {long}.none {back} --to text"), 3, &["long.proof.none"], &["long.proof.none"]);
    let cut = std::fs::read(&long).unwrap();
    std::fs::write(&back, &cut[..cut.len() / 2]).unwrap();
    fails(&format!("verify {back}"), 3, &["byte ", "it is not complete"], &["个字节", "不完整"]);
    let (text, bytes) = (std::fs::read(&long).unwrap(), std::fs::read(&work).unwrap());
    std::fs::write(&work, &bytes[..bytes.len() * 2 / 3]).unwrap();
    let resumed: serde_json::Value = serde_json::from_str(&prove("--json --hardest 2").out).unwrap();
    assert_eq!(resumed["proven"], true);
    assert_eq!(resumed["hardest"].as_array().map(Vec::len), Some(2));
    assert_eq!(std::fs::read(&long).unwrap(), text, "a resumed proof is the same");
    assert!(
        ok(&format!("--lang zh prove {line} --rules standard --nodes 20000 --work {work}"))
            .out
            .contains("已证明")
    );

    // The skeleton is enough to find everything again.
    let skeleton = path("win.skeleton");
    let made =
        ok(&format!("prove {line} --rules standard --nodes 20000 --work {work} --skeleton {skeleton}"));
    assert!(made.out.ends_with(&format!("skeleton: {skeleton}\n")), "{}", made.out);
    fails(&format!("prove {line} --rules standard --work -"), 2, &["'-'"], &["“-”"]);
    let again = path("again.proof");
    let found =
        ok(&format!("prove {line} --rules standard --nodes 20000 --from {skeleton} --certificate {again}"))
            .out;
    // It has no costs: those of the wins found again are listed.
    assert!(found.contains("the hardest positions:") && !found.contains(" 0 nodes"), "{found}");
    assert_eq!(std::fs::read(&again).unwrap(), text, "the same proof from the skeleton");
    let sample = format!("prove {line} --rules standard --nodes 20000 --from {skeleton} --sample 4 --seed 7");
    let sampled = ok(&sample).out;
    assert!(sampled.ends_with("4 of 4 verified\n") && sampled.lines().count() == 5, "{sampled}");
    let json: serde_json::Value = serde_json::from_str(&ok(&format!("{sample} --json")).out).unwrap();
    assert_eq!((json["verified"].as_u64(), json["sampled"].as_u64()), (Some(4), Some(4)));
    let other = tengen(&format!("prove h8 --rules standard --from {skeleton} --sample 1"));
    assert!(other.code == 1 && other.out.ends_with("0 of 1 verified\n"), "{}{}", other.out, other.err);
    fails(
        &format!("prove {line} --rules standard --from {skeleton} --seed 3"),
        2,
        &["--sample"],
        &["--sample"],
    );
    fails(&format!("prove {line} --rules standard"), 2, &["--work"], &["--work"]);
    let none = format!("prove {line} --rules standard --from {skeleton} --sample 0");
    fails(&none, 2, &["--sample"], &["--sample"]);

    let freestyle = format!("prove h8 --rules freestyle --work {work}");
    fails(&freestyle, 3, &["not about 'tengen-prove 2 freestyle"], &["而非", "freestyle"]);
    fails(&format!("prove h8 --rules standard --from {long}"), 3, &["not about"], &["而非"]);
    fails(&format!("prove h8 --rules standard --from {long}.none"), 3, &["none"], &["none"]);
    fails(&format!("prove --game go --work {work}"), 2, &["renju", "go"], &["连珠", "go"]);
    fails(&format!("prove --rules standard --work {work} --nodes 0"), 2, &["--nodes"], &["--nodes"]);
    fails(&format!("prove --rules standard --work {work} --threads 9999"), 2, &["--threads"], &["--threads"]);
}

/// Killed while it searches, or while it finds the wins again for the certificate, a run goes on from its files.
#[test]
fn a_killed_proof_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let size = |file: &str| std::fs::metadata(file).map_or(0, |there| there.len());
    let kill_when = |args: &str, ready: &dyn Fn() -> bool| {
        let mut run =
            command().args(args.split(' ')).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while !ready() {
            assert!(run.try_wait().unwrap().is_none(), "it ended first: {args}");
            std::thread::sleep(Duration::from_millis(1));
        }
        run.kill().unwrap();
        run.wait().unwrap();
    };
    // Without --threads it uses all cores; the certificate from the skeleton does not depend on them.
    let question = "prove h8i9i7g9j8a1h6 --rules standard --nodes 20000";
    let (work, skeleton, first) = (path("first.work"), path("first.skeleton"), path("first.proof"));
    let search = format!("{question} --work {work} --skeleton {skeleton} --certificate {first}");
    kill_when(&search, &|| size(&work) > 300);
    let found = size(&work);
    assert!(size(&first) == 0 && size(&skeleton) == 0);
    ok(&search);
    assert!(size(&work) > found && size(&first) > 0);

    let (second, wins) = (path("second.proof"), path("second.proof.wins"));
    let again = format!("{question} --from {skeleton} --certificate {second}");
    kill_when(&again, &|| size(&wins) > 100);
    assert!(size(&second) == 0);
    ok(&again);
    assert_eq!(std::fs::read(&second).unwrap(), std::fs::read(&first).unwrap());
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left.len(), 4, "the wins are not needed any more: {left:?}");
    // A file of that name with something else in it is left alone, and no search begins that cannot be written.
    std::fs::write(&wins, "my notes\n").unwrap();
    fails(&again, 3, &["second.proof.wins", "my notes"], &["second.proof.wins", "my notes"]);
    assert_eq!(std::fs::read_to_string(&wins).unwrap(), "my notes\n");
    let nowhere = format!("{question} --from {skeleton} --certificate {}", path("none/third.proof"));
    fails(&nowhere, 4, &["third.proof"], &["third.proof"]);
}

/// The strategy is in a file; without one the error says which option names it.
#[test]
fn prove_without_a_file_says_which_option_is_needed() {
    fails(
        "prove --rules standard --sample 3",
        2,
        &["--sample checks a strategy that is there already", "--from FILE", "--work FILE"],
        &["--sample 检验已有的策略", "--from 文件", "--work 文件"],
    );
    fails("prove --rules standard", 2, &["--work FILE", "--from FILE"], &["--work 文件"]);
}
