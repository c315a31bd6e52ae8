//! What holds for every reader and writer, whatever the bytes: one check that tests and fuzz targets share, and small
//! sample files of every format.

use crate::{
    Format, Location, ReadLimits, ReadOptions, ReadOutput, Record, Tree, WriteOptions, detect, games,
};
use tengen_games::{Game as _, GameSpec, Move};

/// Limits so small that small inputs reach them.
pub const TIGHT: ReadLimits =
    ReadLimits { value_bytes: 64, game_bytes: 4096, nodes: 64, records: 16, warnings: 4 };

/// The quick part of [`holds_for_any_bytes`]: reads `bytes` strictly and leniently, and writes what was read. For one
/// input in 64 it runs the whole check.
///
/// # Panics
/// As [`holds_for_any_bytes`].
pub fn reads_any_bytes(format: Format, bytes: &[u8]) {
    let sum = bytes.iter().fold(0_u8, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte));
    if sum % 64 == 0 {
        return holds_for_any_bytes(format, bytes);
    }
    if let Err(error) = format.read(bytes, &ReadOptions::default()) {
        is_inside(error.at, bytes);
    }
    if let Ok(read) = format.read(bytes, &ReadOptions::lenient()) {
        let _ = format.write(&read.records, &WriteOptions::default());
    }
}

/// Reads `bytes` in every way, and plays and writes what was read.
///
/// # Panics
/// If a reader or writer panics, or if one of these does not hold.
/// - What reads strictly reads the same leniently.
/// - What does not read strictly has a warning that says so leniently.
/// - Reading game by game gives the same as reading the whole file.
/// - The location of an error is in the input.
/// - What is written can be read; without a loss it reads back unchanged.
/// - Writing twice gives the same bytes.
pub fn holds_for_any_bytes(format: Format, bytes: &[u8]) {
    let strict = format.read(bytes, &ReadOptions::default());
    let lenient = format.read(bytes, &ReadOptions::lenient());
    let _ = format.read(bytes, &ReadOptions { limits: TIGHT, ..ReadOptions::lenient() });
    let _ = format.read(bytes, &ReadOptions { limits: TIGHT, ..ReadOptions::default() });
    let _ = detect(bytes, None);
    match &strict {
        Ok(read) => {
            assert_eq!(lenient.as_ref(), Ok(read), "lenient reading differs where strict reading works");
        }
        Err(error) => is_inside(error.at, bytes),
    }
    if let (Err(error), Ok(read)) = (&strict, &lenient) {
        let is_cut = read.warnings.len() >= ReadLimits::default().warnings;
        let is_refused = is_cut || read.warnings.iter().any(|warning| warning.refused);
        assert!(is_refused, "lenient reading has no warning of what strict reading refuses: {error}");
    }
    for warning in lenient.iter().flat_map(|read| &read.warnings) {
        is_inside(warning.at, bytes);
    }
    for options in [ReadOptions::default(), ReadOptions::lenient()] {
        let whole = format.read(bytes, &options);
        let pieces = games(format, std::io::BufReader::with_capacity(3, bytes), &options);
        let records: Vec<_> = pieces.filter_map(Result::ok).map(|item| item.record).collect();
        match whole {
            Ok(read) => assert!(records == read.records, "game by game differs from whole"),
            Err(_) => assert!(records.is_empty() || !options.lenient, "lenient reading lost records"),
        }
    }
    if strict.as_ref().ok() != lenient.as_ref().ok() {
        strict.iter().for_each(|read| written_reads_back(format, read));
    }
    for read in lenient.iter() {
        written_reads_back(format, read);
        for record in read.records.iter().take(4) {
            plays_and_converts(record);
        }
    }
}

/// Checks that a location is in the input. Text in UTF-16 is read as UTF-8, which may be half as long again.
fn is_inside(at: Location, bytes: &[u8]) {
    assert!(at.offset <= 2 * bytes.len() as u64, "{at:?} is not in {} bytes", bytes.len());
    if let Some((line, column)) = at.line_column {
        assert!(line >= 1 && column >= 1, "{at:?}");
    }
}

/// What is written without a loss reads back unchanged.
fn written_reads_back(format: Format, read: &ReadOutput) {
    let Ok(written) = format.write(&read.records, &WriteOptions::default()) else { return };
    let again = format.read(&written.bytes, &ReadOptions::default());
    let again = again.unwrap_or_else(|e| panic!("what was written is not read: {e}"));
    // A record that keeps the name of another character set reads back in UTF-8.
    let in_utf8 = |r: &Record| r.tree.node(Tree::ROOT).extra.iter().all(|p| p.ident != "CA");
    if written.losses.is_empty() && read.records.iter().all(in_utf8) {
        // Thousands of cases may fail while one is made smaller: keep the message short.
        let differs = again.records.iter().zip(&read.records).find(|(a, b)| a != b);
        assert!(again.records == read.records, "read back otherwise: {differs:?}");
    }
    let twice = format.write(&again.records, &WriteOptions::default()).expect("it was written once");
    assert_eq!(twice.bytes.escape_ascii().to_string(), written.bytes.escape_ascii().to_string());
}

/// Every line is played, and every format writes the record or refuses it.
fn plays_and_converts(record: &Record) {
    let (nodes, moves) = record.walk(|_, _| {});
    assert!(nodes <= record.tree.len() && moves <= nodes);
    let replay = record.replay();
    assert!(replay.is_err() || replay.is_ok_and(|r| r.counts.moves == record.main_moves().count()));
    for to in Format::ALL {
        if let Ok(written) =
            to.write(std::slice::from_ref(record), &WriteOptions { year: Some(2000), ..Default::default() })
        {
            let options = ReadOptions::default().with_spec(record.spec.clone());
            let _ = to.read(&written.bytes, &options);
        }
    }
}

/// A file with bytes changed, removed, doubled or inserted. Each edit is its kind, its position and a byte.
pub fn mutated(mut bytes: Vec<u8>, edits: &[(u8, u16, u8)]) -> Vec<u8> {
    for &(kind, at, byte) in edits {
        if bytes.is_empty() {
            bytes.push(byte);
        }
        let at = usize::from(at) % bytes.len();
        match kind % 6 {
            0 => bytes[at] = byte,
            1 => bytes[at] ^= 1 << (byte % 8),
            2 => bytes.truncate(at),
            3 => bytes.insert(at, byte),
            4 => {
                let end = (at + usize::from(byte)).min(bytes.len());
                bytes.drain(at..end);
            }
            _ => {
                let end = (at + usize::from(byte)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}

/// Small files of a format, each with something that the others do not have.
pub fn samples(format: Format) -> Vec<Vec<u8>> {
    let texts: &[&str] = match format {
        Format::Sgf => &[
            "(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[7.5]RU[Chinese]PB[天元]AB[cc]PL[W];W[ee]WL[9.5](;B[gc]C[a\\]b])(;B[]TR[aa:bb]))",
            "(;GM[2]PB[x];B[f5];W[fd])(;GM[4]SZ[15]RU[renju+rif];B[hh];CHOICE[white];W[ii]SPENT[1.5]LB[aa:x])",
            "(;GaMe[1]FF[3]C[old\\\nway];Black[aa]L[bb];W[tt]KO[]XY[1][2])\n\n( ;SZ[5:7];B[ab])",
            "junk(;GM[1]KM[375]HA[3]HA[x]RU[x]RU[nz]TM[1]TM[q]V[x]V[1];B[aa]W[bb]BL[1]WL[2]BL[3])",
            "(;GM[1](;B[aa];)(;W[bb](;)(;C[x]))TB[]DD[];AE[aa]AB[aa]AW[aa:cc]MN[1])",
        ],
        Format::Psq => &[
            "Piskvorky 20x20, 7:7, 0\n10,10,456\n11,12,4500\nfirst.exe\nsecond.exe\n0\n",
            "Piskvorky 15x15, 3:0, 1\r\n8,8,100\r\n9,9\r\n-1\r\n",
            "one\ntwo\n9,9,10\n0,19,20\n0\n",
        ],
        Format::MoveList => &[
            "h8i9g7\n",
            "f5d6c3\nf5f6\n",
            "Q16 D4 pass\n",
            "4435\n# x\n\n1",
            "B Q16 B D4\n",
            "h8 white black w a1",
        ],
        Format::Ggf => &[
            "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[a]PW[b]RB[1901.01]RW[1840]TI[15:00//02:00]TY[8]RE[+8.00:r]\
             BO[8 ---------------------------O*------*O--------------------------- *]B[f5//0.5]W[d6/1.2]B[PA];)",
            "2 (;GM[Othello]TY[4r];)(;GM[Othello]BO[4 -----O*--*O----- *]B[A2];)",
        ],
        Format::Obf => &[
            "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; G8:+18; H8:+2; % first\n",
            "% only a comment\n---------------------------OX------XO--------------------------- X;\n",
        ],
        Format::Rif => &[
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<database version=\"1.0\">\n<countries count=\"1\"><country id=\"1\" \
             name=\"China\" abbr=\"CHN\"/></countries><rules count=\"1\"><rule id=\"1\" name=\"Taraguchi-10\"><info/></rule></rules>\
             <openings count=\"1\"><opening id=\"1\" name=\"Kansei\" abbr=\"1d\"/></openings>\
             <players count=\"2\"><player id=\"1\" name=\"A\" surname=\"B\" country=\"1\"/><player id=\"2\" name=\"C\" \
             surname=\"D\" country=\"1\"/></players><tournaments count=\"1\"><tournament id=\"1\" name=\"T\" year=\"2020\" \
             rule=\"1\"/></tournaments><games count=\"1\"><game id=\"1\" publisher=\"1\" tournament=\"1\" round=\"1\" rule=\"1\" \
             black=\"1\" white=\"2\" bresult=\"0.5\" btime=\"60\" wtime=\"30\" opening=\"1\" alt=\"\" swap=\"\"><move>h8 h9 f10 g9\
             </move><info>x &amp; y</info></game></games></database>\n",
        ],
        Format::Diagram => &[
            "3 ┌─┬─●\n2 ○─╋─┤\n1 └(●)─┘\n  A B C\ngo (chinese) 3x3, move 3, last B1, white to move\n",
            "  a   b\n ┌───┬───┐\n1│ ● │ △ │\n2│   │ ○ │\n └───┴───┘\n",
            " │   │   │\n │ ● │ ○ │\n └───┴───┘\n   1   2\n",
            "3 . X .\n2 . O+.\n1 . . .\n  a b c\n",
        ],
        Format::RenLib | Format::Wthor => &[],
    };
    let mut samples: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    let written = |records: &[Record]| {
        format.write(records, &WriteOptions { year: Some(2001), ..Default::default() }).map(|w| w.bytes)
    };
    match format {
        Format::Sgf => {
            // 你好 in GB 2312, once with the right name and once with a wrong one.
            samples.push(b"(;GM[1]CA[GB2312]C[\xc4\xe3\xba\xc3]XX[\xc4\xe3])".to_vec());
            samples.push(b"(;GM[1]CA[UTF-8]C[\xc4\xe3\xba\xc3\x5c]];B[aa])".to_vec());
            samples.push(b"\xff\xfe(\0;\0B\0[\0a\0a\0]\0)\0".to_vec());
            // Found by fuzzing: characters of another set than the one in which brackets were searched.
            samples.push(b"(;M[1\xa3\xbc]PB[x]PB[\xe5\xa4\xa9\xe5\x85\x83\xe5\x85\x83]KM[375.]A[b)".to_vec());
            samples
                .push(b"(;LB[\x87\x87\xd8\x87\x87\xa2\xbe\xa8\xa4\x95]LB[\x87\x87\x87\x87\x87cNa])".to_vec());
        }
        Format::RenLib => {
            let mut record = line("gomoku", "h8 i9 g7 j10");
            let branch = record.tree.add(2);
            record.tree.node_mut(branch).mv =
                Some((None, line("gomoku", "a1").main_moves().next().unwrap_or(Move::Pass)));
            record.tree.node_mut(branch).comment = Some("a note".into());
            samples.extend(written(&[record]));
            samples.extend(written(&[line("renju", "h8 h9 j10")]));
        }
        Format::Wthor => {
            samples.extend(written(&[line("othello", "f5 d6 c3 d3 c4"), line("othello", "f5 f6 e6")]));
        }
        _ => {}
    }
    samples
}

/// A record of a game with this main line.
fn line(game: &str, moves: &str) -> Record {
    let spec: GameSpec = game.parse().expect("the samples name games that there are");
    let mut position = tengen_games::AnyPosition::new(&spec);
    for text in moves.split(' ') {
        let mv = position.parse_move(text).expect("the samples are well written");
        position.play(mv).expect("the samples are legal");
    }
    Record::from_moves(spec, position.moves())
}
