//! What a request is refused with: a word for programs, and words for people in both languages.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::sync::Arc;
use tengen_games::{Illegal, Language, MoveError, SetUpError, SpecError};

/// The same sentence in English and simplified Chinese.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Text {
    pub(crate) en: String,
    pub(crate) zh: String,
}

impl Text {
    pub(crate) fn new(en: impl Into<String>, zh: impl Into<String>) -> Text {
        Text { en: en.into(), zh: zh.into() }
    }

    /// What `say` says in each language.
    pub(crate) fn of(say: impl Fn(Language) -> String) -> Text {
        Text { en: say(Language::English), zh: say(Language::Chinese) }
    }

    pub(crate) fn in_language(&self, language: Language) -> &str {
        language.pick(&self.en, &self.zh)
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({"en": self.en, "zh": self.zh})
    }
}

/// A refusal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) message: Text,
    /// What would be right.
    pub(crate) expected: Option<Text>,
}

pub(crate) type Result<T> = std::result::Result<T, ApiError>;

impl ApiError {
    pub(crate) fn new(
        status: StatusCode,
        code: &'static str,
        en: impl Into<String>,
        zh: impl Into<String>,
    ) -> ApiError {
        ApiError { status, code, message: Text::new(en, zh), expected: None }
    }

    #[must_use]
    pub(crate) fn expected(mut self, en: impl Into<String>, zh: impl Into<String>) -> ApiError {
        self.expected = Some(Text::new(en, zh));
        self
    }

    /// A field that is not what it must be.
    pub(crate) fn field(at: &str, en: &str, zh: &str) -> ApiError {
        ApiError::new(
            StatusCode::BAD_REQUEST,
            "bad-field",
            format!("{at} is not right"),
            format!("{at} 不正确"),
        )
        .expected(format!("{at}: {en}"), format!("{at}：{zh}"))
    }

    pub(crate) fn not_found(en: impl Into<String>, zh: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", en, zh)
    }

    /// A failure of ours. What went wrong is logged; the answer says nothing of the inside.
    pub(crate) fn internal(what: impl std::fmt::Display) -> ApiError {
        tracing::error!(%what, "internal error");
        ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "something went wrong inside Tengen; its log tells more",
            "Tengen 内部出错，详见日志",
        )
    }

    pub(crate) fn illegal(illegal: &Illegal) -> ApiError {
        let text = Text::of(|language| language.illegal(illegal));
        ApiError {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            code: "illegal-move",
            message: text,
            expected: None,
        }
    }

    pub(crate) fn not_a_move(error: &MoveError) -> ApiError {
        ApiError::new(
            StatusCode::BAD_REQUEST,
            "bad-move",
            error.to_string(),
            format!("“{}”不是此处的着手", error.text),
        )
        .expected(error.expected.clone(), format!("棋盘上的一点，或停着（{}）", error.expected))
    }

    pub(crate) fn spec(error: &SpecError) -> ApiError {
        let zh = match error {
            SpecError::Game(game) => format!("没有“{game}”这种棋"),
            SpecError::Rules { game, rules, known } => {
                format!("{}没有规则“{rules}”：可选 {known}", Language::Chinese.kind(*game))
            }
            SpecError::Size { game, size, allowed } => {
                format!("{}不能用 {size} 的棋盘：{allowed}", Language::Chinese.kind(*game))
            }
            other => format!("规则或棋盘大小不正确：{other}"),
        };
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-game", error.to_string(), zh)
    }

    pub(crate) fn set_up(error: &SetUpError) -> ApiError {
        ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "bad-setup",
            error.to_string(),
            format!("不能这样摆子：{error}"),
        )
    }

    /// The refusal as the page reads it, in its language.
    pub(crate) fn to_json(&self, language: Language) -> Value {
        let mut error = json!({"code": self.code, "message": self.message.in_language(language)});
        if let Some(expected) = &self.expected {
            error["expected"] = expected.in_language(language).into();
        }
        error
    }

    /// The answer to a request, in its language.
    pub(crate) fn response(&self, language: Language) -> Response {
        let body = json!({"error": self.to_json(language)}).to_string();
        (self.status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
    }
}

/// The language is not known here: the error travels inside the response to the outer layer, which knows it.
impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

/// The language that a request prefers, English where it says nothing.
pub(crate) fn language_of(headers: &HeaderMap) -> Language {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    // The first of the two that the list names; browsers list the best first.
    let words = wanted.split(',').map(|word| word.trim().to_ascii_lowercase());
    let known = words.filter_map(|word| match word {
        word if word.starts_with("zh") => Some(Language::Chinese),
        word if word.starts_with("en") => Some(Language::English),
        _ => None,
    });
    known.into_iter().next().unwrap_or_default()
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
    fn the_first_language_that_we_speak_is_taken() {
        assert_eq!(language_of(&HeaderMap::new()), Language::English);
        assert_eq!(language("zh-CN,zh;q=0.9,en;q=0.8"), Language::Chinese);
        assert_eq!(language("fr, en;q=0.5, zh;q=0.1"), Language::English);
        assert_eq!(language("de"), Language::English);
    }
}
