//! The errors of requests: a code for programs, and a message for people in each language.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::sync::Arc;
use tengen_games::{GameSpec, Illegal, Move, MoveError, Reason, SetUpError, SpecError};
use tengen_words::Language;

pub(crate) use tengen_words::Texts as Text;

/// The error answer of a request.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) message: Box<Text>,
    /// What would be right.
    pub(crate) expected: Option<Box<Text>>,
}

pub(crate) type Result<T> = std::result::Result<T, ApiError>;

impl ApiError {
    pub(crate) fn new(
        status: StatusCode,
        code: &'static str,
        en: impl Into<String>,
        zh: impl Into<String>,
        ja: impl Into<String>,
    ) -> ApiError {
        ApiError::texts(status, code, Text::new(en, zh, ja))
    }

    /// An error with its message in each language.
    pub(crate) fn texts(status: StatusCode, code: &'static str, message: Text) -> ApiError {
        ApiError { status, code, message: Box::new(message), expected: None }
    }

    #[must_use]
    pub(crate) fn expected(
        mut self,
        en: impl Into<String>,
        zh: impl Into<String>,
        ja: impl Into<String>,
    ) -> ApiError {
        self.expected = Some(Box::new(Text::new(en, zh, ja)));
        self
    }

    /// The error for a field with a wrong value.
    pub(crate) fn field(at: &str, en: &str, zh: &str, ja: &str) -> ApiError {
        ApiError::new(
            StatusCode::BAD_REQUEST,
            "bad-field",
            format!("the value of {at} cannot be used"),
            format!("不能使用 {at} 的值"),
            format!("{at}の値は使えません"),
        )
        .expected(format!("{at}: {en}"), format!("{at}：{zh}"), format!("{at}：{ja}"))
    }

    pub(crate) fn not_found(en: impl Into<String>, zh: impl Into<String>, ja: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", en, zh, ja)
    }

    /// An internal failure. The cause is logged; the answer reveals nothing about it.
    pub(crate) fn internal(what: impl std::fmt::Display) -> ApiError {
        tracing::error!(%what, "internal error");
        ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "something went wrong inside Tengen; see its log",
            "Tengen 内部出错，详见日志",
            "Tengenの内部でエラーが起きました。ログを確認してください",
        )
    }

    pub(crate) fn illegal(illegal: &Illegal) -> ApiError {
        let text = Text::of(|language| language.illegal(illegal));
        ApiError {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            code: "illegal-move",
            message: Box::new(text),
            expected: None,
        }
    }

    /// The error for a move that a person plays on the board: which move, and what would be right.
    pub(crate) fn refused(illegal: &Illegal, mv: Move) -> ApiError {
        let why = |language: Language| match &illegal.reason {
            // The step says what the opening rule asks for.
            Reason::Opening { step, repeats: None, .. } => language.step(*step),
            reason => language.reason(reason),
        };
        let name = &illegal.text;
        let text = Text::of(|language| {
            let why = why(language);
            let (zh, ja) = match mv {
                Move::Place(_) => (format!("不能下 {name}：{why}"), format!("{name}には打てません：{why}")),
                _ => (format!("“{name}”不合规则：{why}"), format!("「{name}」は選べません：{why}")),
            };
            language.pick(format!("{name} is not legal: {why}"), zh, ja)
        });
        ApiError { message: Box::new(text), ..ApiError::illegal(illegal) }
    }

    pub(crate) fn not_a_move(error: &MoveError) -> ApiError {
        let expected = Text::of(|language| language.expected_move(&error.expected));
        ApiError {
            status: StatusCode::BAD_REQUEST,
            code: "bad-move",
            message: Box::new(Text::of(|language| language.not_a_move(error))),
            expected: Some(Box::new(expected)),
        }
    }

    pub(crate) fn spec(error: &SpecError) -> ApiError {
        let message = Text::of(|language| language.spec_error(error));
        ApiError::texts(StatusCode::UNPROCESSABLE_ENTITY, "bad-game", message)
    }

    pub(crate) fn set_up(error: &SetUpError, game: &GameSpec) -> ApiError {
        let message = Text::of(|language| {
            let why = language.set_up_error_in(error, game);
            let (zh, ja) = (format!("不能这样摆子：{why}"), format!("この配置はできません：{why}"));
            language.pick(why, zh, ja)
        });
        ApiError::texts(StatusCode::UNPROCESSABLE_ENTITY, "bad-setup", message)
    }

    /// The error as the page reads it, in its language.
    pub(crate) fn to_json(&self, language: Language) -> Value {
        let mut error = json!({"code": self.code, "message": self.message.get(language)});
        if let Some(expected) = &self.expected {
            error["expected"] = expected.get(language).into();
        }
        error
    }

    /// The response, in the client's language.
    pub(crate) fn response(&self, language: Language) -> Response {
        let body = json!({"error": self.to_json(language)}).to_string();
        (self.status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
    }
}

/// The language is not known here: the response carries the error to the outer layer, which writes it.
impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

/// The language that a request prefers; English by default.
pub(crate) fn language_of(headers: &HeaderMap) -> Language {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    // Browsers list the best first. A quality, `;q=0.8`, comes after the tag.
    let mut tags = wanted.split(',').map(|part| part.split_once(';').map_or(part, |(tag, _)| tag));
    tags.find_map(Language::from_tag).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(header: &str) -> Language {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_LANGUAGE, header.parse().unwrap());
        language_of(&headers)
    }

    #[test]
    fn the_first_supported_language_is_used() {
        assert_eq!(language_of(&HeaderMap::new()), Language::English);
        assert_eq!(language("zh-CN,zh;q=0.9,en;q=0.8"), Language::SimplifiedChinese);
        assert_eq!(language("zh-TW,zh;q=0.9"), Language::TraditionalChinese);
        assert_eq!(language("ja-JP,ja;q=0.9,en;q=0.8"), Language::Japanese);
        assert_eq!(language("fr, en;q=0.5, zh;q=0.1"), Language::English);
        assert_eq!(language("de"), Language::English);
    }
}
