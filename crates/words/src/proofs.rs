//! Why a text is not a certificate.

use crate::Language;
use tengen_games::certificate::{ProofError, ProofFault, ProofPlace};

impl Language {
    /// Why a file is not a certificate, with the line or byte.
    pub fn proof_error(self, error: &ProofError) -> String {
        let what = self.proof_fault(&error.what);
        let (chinese, japanese) = match error.at {
            ProofPlace::Line(line) => (format!("第 {line} 行：{what}"), format!("{line}行目：{what}")),
            ProofPlace::Byte(byte) => {
                (format!("第 {byte} 个字节：{what}"), format!("{byte}バイト目：{what}"))
            }
        };
        self.pick(format!("{}: {what}", error.at), chinese, japanese)
    }

    /// What is wrong with a line of a certificate.
    pub fn proof_fault(self, fault: &ProofFault) -> String {
        let (chinese, japanese) = match fault {
            ProofFault::TooLarge { most } => {
                (format!("文件超过上限 {most} 字节"), format!("ファイルが上限の{most}バイトを超えています"))
            }
            ProofFault::TooManyNodes { most } => (
                format!("节点占用的内存超过上限 {most} MiB"),
                format!("ノードのメモリーが上限の{most} MiBを超えています"),
            ),
            ProofFault::LongLine { most } => {
                (format!("这一行超过上限 {most} 字节"), format!("この行は上限の{most}バイトを超えています"))
            }
            ProofFault::NotText { byte } => {
                (format!("不是文本：第 {byte} 个字节"), format!("テキストではありません：{byte}バイト目"))
            }
            ProofFault::Version { found, newest: 1 } => (
                format!("未知的格式版本“{found}”：应为 1"),
                format!("形式のバージョン「{found}」は未知です（1が必要です）"),
            ),
            ProofFault::Version { found, newest } => (
                format!("未知的格式版本“{found}”：应为 1 至 {newest}"),
                format!("形式のバージョン「{found}」は未知です（1〜{newest}が必要です）"),
            ),
            ProofFault::EndsBefore(word) => (
                format!("文件在“{word}”之前结束，不完整"),
                format!("ファイルが「{word}」の前で終わっています"),
            ),
            ProofFault::EndsBeforeNode { node, nodes } => (
                format!("文件在第 {node} 个节点（共 {nodes} 个）之前结束，不完整"),
                format!("ファイルがノード{node}（全{nodes}）の前で終わっています"),
            ),
            ProofFault::Word { wanted, found } => (
                format!("应为“{wanted} …”，实为“{found}”"),
                format!("「{wanted} …」が必要です（実際：「{found}」）"),
            ),
            ProofFault::TooManyStones => ("棋子比点多".into(), "石が盤の点より多くあります".into()),
            ProofFault::StoneTwice => ("同一棋子列出两次".into(), "同じ石が二度あります".into()),
            ProofFault::Side(found) => (
                format!("应为 black 或 white，实为“{found}”"),
                format!("blackかwhiteが必要です（実際：「{found}」）"),
            ),
            ProofFault::Retake(found) => (
                format!("应为 black、white 或 nobody，实为“{found}”"),
                format!("black、white、nobodyのいずれかが必要です（実際：「{found}」）"),
            ),
            ProofFault::NodeNumber { wanted, found } => (
                format!("应为节点 {wanted}，实为节点 {found}"),
                format!("ノード{wanted}が必要です（実際：ノード{found}）"),
            ),
            ProofFault::NodeWithoutMove => {
                ("只有最后的节点可以没有着法".into(), "着手がなくてもよいのは最後のノードだけです".into())
            }
            ProofFault::NoEnd { nodes, found } => (
                format!("{nodes} 个节点之后应为 end，实为“{found}”"),
                format!("{nodes}ノードの後にendが必要です（実際：「{found}」）"),
            ),
            ProofFault::AfterEnd => ("end 之后不应再有内容".into(), "endの後には何も書けません".into()),
            ProofFault::AfterOther => (
                "对其余应手的回答之后不应再有内容".into(),
                "その他の応手への答えの後には何も書けません".into(),
            ),
            ProofFault::Replies { example, found } => (
                format!("应为“应手>节点”或“*节点”，如 {example}>3，实为“{found}”"),
                format!("「応手>ノード」か「*ノード」が必要です（例：{example}>3、実際：「{found}」）"),
            ),
            ProofFault::TooManyReplies => ("应手比点多".into(), "応手が盤の点より多くあります".into()),
            ProofFault::AnsweredTwice(point) => {
                (format!("{point} 有两个回答"), format!("{point}への答えが2つあります"))
            }
            ProofFault::Point(error) => return self.coord_error(error),
            ProofFault::Number(found) => (
                format!("“{found}”不是 1 至 999999999 的数"),
                format!("「{found}」は1〜999999999の数ではありません"),
            ),
            ProofFault::LaterNode { node, other } => (
                format!("节点 {node} 指向节点 {other}：只能指向它之前的节点"),
                format!("ノード{node}がノード{other}を参照しています。参照できるのは前のノードだけです"),
            ),
            ProofFault::NoNode { node, other, nodes } => (
                format!("节点 {node} 指向节点 {other}：只有 {nodes} 个节点"),
                format!("ノード{node}がノード{other}を参照していますが、ノードは{nodes}個しかありません"),
            ),
            ProofFault::MoreClaims { most } => {
                (format!("结论多于 {most} 个"), format!("主張が{most}個を超えています"))
            }
            ProofFault::Header(wanted) => (
                format!("应为“{wanted}”：二进制节点之前的各行只有一种写法"),
                format!("「{wanted}」が必要です。バイナリのノードの前の行は書き方が一通りです"),
            ),
            ProofFault::EndsInNode { node, nodes } => (
                format!("文件在第 {node} 个节点（共 {nodes} 个）之中结束，不完整"),
                format!("ファイルがノード{node}（全{nodes}）の途中で終わっています"),
            ),
            ProofFault::OneForm { node, wanted, found } => (
                format!("节点 {node} 中应为 {wanted:#04x}，实为 {found:#04x}：节点只有一种写法"),
                format!(
                    "ノード{node}では{wanted:#04x}が必要です（実際：{found:#04x}）。ノードの書き方は一通りです"
                ),
            ),
            ProofFault::LongNumber => ("数最多 32 位".into(), "数は32ビットまでです".into()),
            ProofFault::PointNumber { found, points } => {
                let last = points.saturating_sub(1);
                (
                    format!("没有编号为 {found} 的点：应为 0 至 {last}"),
                    format!("番号{found}の点はありません（0〜{last}が必要です）"),
                )
            }
            ProofFault::NoEarlierCommon => (
                "之前没有相同着法的节点有可重复的共同回答".into(),
                "同じ着手の前のノードに、繰り返せる共通の答えがありません".into(),
            ),
            ProofFault::NoLastMove(point) => {
                (format!("之前没有以 {point} 结束的节点"), format!("前に{point}で終わるノードがありません"))
            }
            ProofFault::NoEarlierAnswer => {
                ("此节点之前没有可重复的回答".into(), "このノードには繰り返せる答えがまだありません".into())
            }
            ProofFault::NoNodeBack { node } => {
                let last = node.saturating_sub(1);
                (
                    format!("节点 {node} 指向不在它之前的节点：应为 1 至 {last}"),
                    format!("ノード{node}が前にないノードを参照しています（1〜{last}が必要です）"),
                )
            }
            ProofFault::NoRules => (
                "应为规则和大小，如“rules renju 15x15”".into(),
                "ルールと大きさが必要です（例：「rules renju 15x15」）".into(),
            ),
            ProofFault::Size(error) => return self.size_error(error),
            ProofFault::Rules(error) => return self.spec_error(error),
            ProofFault::Opening => ("证明不能用开局规则".into(), "証明書に開局規定は使えません".into()),
            ProofFault::NoSuicide => (
                "应为大小和自杀规则，如“rules 9x9 suicide=forbidden”".into(),
                "大きさと自殺手のルールが必要です（例：「rules 9x9 suicide=forbidden」）".into(),
            ),
            ProofFault::Suicide(found) => (
                format!("suicide 应为 forbidden、chains 或 allowed，不是“{found}”"),
                format!("suicideはforbidden、chains、allowedのいずれかです（「{found}」は使えません）"),
            ),
            ProofFault::Claim => (
                "应为 capture、live 或 save 加一个点，或者 connect、cut、race 或 stand 加两个点".into(),
                "capture、live、saveには点が1つ、connect、cut、race、standには点が2つ必要です".into(),
            ),
            ProofFault::MnkRules(found) => (
                format!("应为列数、行数和连珠数，如“rules 6,5,4”，实为“{found}”"),
                format!("列数、行数、並べる数が必要です（例：「rules 6,5,4」、実際：「{found}」）"),
            ),
            ProofFault::MnkClaim(found) => (
                format!("应为一方获胜（wins）或不败（holds），如“claim black wins”，实为“{found}”"),
                format!(
                    "どちらが勝つ（wins）か負けない（holds）かが必要です（例：「claim black wins」、実際：「{found}」）"
                ),
            ),
            ProofFault::SecondClaim => (
                "两项主张只能是和棋：双方各一项 holds".into(),
                "主張が2つあるのは引き分けだけで、双方に1つずつのholdsです".into(),
            ),
            ProofFault::ScoreClaim { most, found } => (
                format!(
                    "应为一方及其最低得分（-{most} 至 {most}），如“claim black at-least 4”，实为“{found}”"
                ),
                format!(
                    "どちらが最低何石差か（-{most}〜{most}）が必要です（例：「claim black at-least 4」、実際：「{found}」）"
                ),
            ),
            ProofFault::SecondScore => (
                "第二项主张使得分确定：属于另一方，数值相反".into(),
                "2つ目の主張は石差を確定させるもので、相手側の、符号を変えた数です".into(),
            ),
            ProofFault::TooManyPairs => {
                ("配对的点比棋盘的点多".into(), "組の点が盤の点より多くあります".into())
            }
            ProofFault::PairsAndAnswers => {
                ("节点不能同时有配对和回答".into(), "ノードに組と答えの両方は書けません".into())
            }
        };
        self.pick(fault.to_string(), chinese, japanese)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::untranslated;

    #[test]
    fn every_fault_of_a_certificate_has_words_in_each_language() {
        let text = || String::from("?");
        for fault in [
            ProofFault::TooLarge { most: 8 },
            ProofFault::TooManyNodes { most: 8 },
            ProofFault::LongLine { most: 8 },
            ProofFault::NotText { byte: 8 },
            ProofFault::Version { found: text(), newest: 1 },
            ProofFault::Version { found: text(), newest: 2 },
            ProofFault::EndsBefore("rules".into()),
            ProofFault::EndsBeforeNode { node: 3, nodes: 7 },
            ProofFault::Word { wanted: "rules".into(), found: text() },
            ProofFault::TooManyStones,
            ProofFault::StoneTwice,
            ProofFault::Side(text()),
            ProofFault::Retake(text()),
            ProofFault::NodeNumber { wanted: 3, found: 7 },
            ProofFault::NodeWithoutMove,
            ProofFault::NoEnd { nodes: 3, found: text() },
            ProofFault::AfterEnd,
            ProofFault::AfterOther,
            ProofFault::Replies { example: "a1".into(), found: text() },
            ProofFault::TooManyReplies,
            ProofFault::AnsweredTwice("a1".into()),
            ProofFault::Number(text()),
            ProofFault::LaterNode { node: 3, other: 7 },
            ProofFault::NoNode { node: 3, other: 7, nodes: 5 },
            ProofFault::MoreClaims { most: 1 },
            ProofFault::Header(text()),
            ProofFault::EndsInNode { node: 3, nodes: 7 },
            ProofFault::OneForm { node: 3, wanted: 1, found: 2 },
            ProofFault::LongNumber,
            ProofFault::PointNumber { found: 300, points: 225 },
            ProofFault::MnkRules(text()),
            ProofFault::MnkClaim(text()),
            ProofFault::SecondClaim,
            ProofFault::ScoreClaim { most: 64, found: text() },
            ProofFault::SecondScore,
            ProofFault::TooManyPairs,
            ProofFault::PairsAndAnswers,
            ProofFault::NoEarlierCommon,
            ProofFault::NoLastMove("a1".into()),
            ProofFault::NoEarlierAnswer,
            ProofFault::NoNodeBack { node: 3 },
            ProofFault::NoRules,
            ProofFault::Opening,
            ProofFault::NoSuicide,
            ProofFault::Suicide(text()),
            ProofFault::Claim,
        ] {
            let kept = [
                "rules",
                "renju",
                "suicide",
                "forbidden",
                "chains",
                "allowed",
                "capture",
                "connect",
                "live",
                "save",
                "cut",
                "race",
                "stand",
                "claim",
                "wins",
                "holds",
                "at",
                "least",
                "black",
                "white",
                "nobody",
                "end",
                "MiB",
            ];
            for at in [ProofPlace::Line(3), ProofPlace::Byte(3)] {
                let error = ProofError { at, what: fault.clone() };
                assert_eq!(untranslated(|language| language.proof_error(&error), &kept), None);
            }
        }
    }
}
