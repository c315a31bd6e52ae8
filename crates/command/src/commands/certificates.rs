//! Files of certificates: opened, recognised, and converted between text and binary.

use crate::cli::ConvertArgs;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::input;
use crate::output;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::path::{Path, PathBuf};
use tengen_gomoku_verify::{Certificate, ReadError};

/// The first bytes of a certificate of gomoku, renju or caro.
const GOMOKU: &[u8] = b"tengen-proof ";
/// The first bytes of a certificate of Go.
const GO: &[u8] = b"tengen-go-proof";
/// The first bytes of a certificate of an m,n,k game.
const MNK: &[u8] = b"tengen-mnk-proof";
/// The first bytes of a certificate of Othello.
const OTHELLO: &[u8] = b"tengen-othello-proof";
/// A certificate of Go, Othello or an m,n,k game is text of at most so many bytes.
const MOST_TEXT: u64 = 1 << 30;

/// A certificate to read.
pub(crate) struct CertificateFile {
    path: PathBuf,
    start: Vec<u8>,
    rest: Box<dyn BufRead>,
}

/// Opens a certificate, or standard input for `-`.
pub(crate) fn open(path: &Path, lang: Lang) -> Result<CertificateFile, Fail> {
    let fail = |e: std::io::Error| input::unread(path, &e, lang);
    let mut rest: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(BufReader::with_capacity(1 << 16, File::open(path).map_err(fail)?))
    };
    let mut start = Vec::new();
    rest.by_ref().take(OTHELLO.len() as u64).read_to_end(&mut start).map_err(fail)?;
    if start.trim_ascii().is_empty() {
        return Err(input::empty(path, lang).help(tr!(lang, ProofUnreadHelp)));
    }
    Ok(CertificateFile { path: path.into(), start, rest })
}

impl CertificateFile {
    /// True if it is one about chains of Go.
    pub(crate) fn is_of_go(&self) -> bool {
        self.start.starts_with(GO)
    }

    /// True if it is one of an m,n,k game.
    pub(crate) fn is_of_mnk(&self) -> bool {
        self.start.starts_with(MNK)
    }

    /// True if it is one of Othello.
    pub(crate) fn is_of_othello(&self) -> bool {
        self.start.starts_with(OTHELLO)
    }

    /// The whole as text.
    pub(crate) fn text(&mut self, lang: Lang) -> Result<String, Fail> {
        let mut bytes = std::mem::take(&mut self.start);
        let read = self.rest.by_ref().take(MOST_TEXT).read_to_end(&mut bytes);
        read.map_err(|e| input::unread(&self.path, &e, lang))?;
        String::from_utf8(bytes)
            .map_err(|e| self.unread(&tr!(lang, NoText, at = e.utf8_error().valid_up_to() + 1), lang))
    }

    /// The certificate of gomoku, renju or caro, of either version.
    pub(crate) fn proof(self, lang: Lang) -> Result<Certificate, Fail> {
        let CertificateFile { path, start, rest } = self;
        Certificate::read(Cursor::new(start).chain(rest)).map_err(|error| match error {
            ReadError::Io(error) => input::unread(&path, &error, lang),
            ReadError::Proof(error) => unread(&path, &lang.proof_error(&error), lang),
        })
    }

    fn unread(&self, why: &str, lang: Lang) -> Fail {
        unread(&self.path, why, lang)
    }
}

/// A file that is no certificate.
fn unread(path: &Path, why: &str, lang: Lang) -> Fail {
    Fail::input(tr!(lang, ProofUnread, file = path.display(), why = why)).help(tr!(lang, ProofUnreadHelp))
}

/// True if the file, or standard input for `-`, begins as a certificate of gomoku, renju or caro.
pub(crate) fn is_certificate(path: &Path) -> bool {
    if path == Path::new("-") {
        // Nothing is taken: whoever reads next finds these bytes.
        return std::io::stdin().lock().fill_buf().is_ok_and(|bytes| bytes.starts_with(GOMOKU));
    }
    // Reading a pipe would take its first bytes.
    let mut start = Vec::new();
    if !path.is_file() {
        return false;
    }
    let read = File::open(path).and_then(|file| file.take(GOMOKU.len() as u64).read_to_end(&mut start));
    read.is_ok() && start == GOMOKU
}

/// Why a file cannot be written as a certificate: it cannot be read, or it is none.
pub(crate) fn not_one(path: &Path, lang: Lang) -> Fail {
    let file = match open(path, lang) {
        Ok(file) => file,
        Err(fail) => return fail,
    };
    if file.is_of_go() || file.is_of_mnk() || file.is_of_othello() {
        return Fail::usage(tr!(lang, ConvertProofOneForm, file = path.display()));
    }
    match file.proof(lang) {
        Err(fail) => fail,
        Ok(_) => Fail::usage(tr!(lang, ConvertProofOneForm, file = path.display())),
    }
}

/// `tengen convert` of a certificate: text to binary, or binary to text.
pub(crate) fn convert(args: &ConvertArgs, lang: Lang) -> Result<u8, Fail> {
    let other = [
        ("--from", args.from.is_some()),
        ("--game", args.game.spec(lang)?.is_some()),
        ("--record", args.record.is_some()),
        ("--split", args.split),
        ("--year", args.year.is_some()),
        ("--lenient", args.lenient),
    ];
    if let Some((option, _)) = other.into_iter().find(|(_, given)| *given) {
        return Err(Fail::usage(tr!(lang, ConvertProofOption, option = option, file = args.input.display())));
    }
    let binary = match args.to.as_deref() {
        Some("binary") => true,
        Some("text") => false,
        Some(word) => return Err(Fail::usage(tr!(lang, ConvertProofFormat, word = word))),
        None => return Err(Fail::usage(tr!(lang, ConvertProofNoFormat, file = args.input.display()))),
    };
    let proof = open(&args.input, lang)?.proof(lang)?;
    let write = |out: &mut dyn Write| if binary { proof.write_binary(out) } else { write!(out, "{proof}") };
    if args.output == Path::new("-") {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        write(&mut out)?;
        out.flush()?;
    } else {
        output::write_file_with(&args.output, lang, write)?;
    }
    Ok(code::OK)
}
