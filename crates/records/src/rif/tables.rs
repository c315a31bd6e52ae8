//! The tables that the numbers in a game refer to.

use std::collections::HashMap;

/// The attributes of an element, in the order of the file.
pub(super) type Attributes = Vec<(String, String)>;

/// The value of an attribute, if it is not empty.
pub(super) fn value<'a>(attributes: &'a Attributes, name: &str) -> Option<&'a str> {
    let found = attributes.iter().find(|(n, _)| n == name)?;
    Some(found.1.trim()).filter(|v| !v.is_empty())
}

/// What is kept of the tables.
#[derive(Default)]
pub(super) struct Tables {
    names: HashMap<(Table, String), String>,
    tournaments: HashMap<String, TournamentRow>,
    /// Bytes kept so far.
    pub(super) bytes: usize,
}

/// The tables of which only the names are kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Table {
    Player,
    Rule,
    Opening,
    City,
    Country,
}

/// A tournament.
#[derive(Clone, Default)]
pub(super) struct TournamentRow {
    pub(super) name: Option<String>,
    pub(super) date: Option<String>,
    city: Option<String>,
    country: Option<String>,
}

impl Tables {
    /// Adds an element, if it is an entry of a table.
    pub(super) fn take(&mut self, element: &str, attributes: &Attributes) {
        let Some(id) = value(attributes, "id") else { return };
        let text = |name| value(attributes, name).map(str::to_owned);
        let table = match element {
            "player" => Table::Player,
            "rule" => Table::Rule,
            "opening" => Table::Opening,
            "city" => Table::City,
            "country" => Table::Country,
            "tournament" => {
                let tournament = TournamentRow {
                    name: text("name"),
                    date: date(attributes),
                    city: text("city"),
                    country: text("country"),
                };
                self.bytes += 200 + attributes.iter().map(|(n, v)| n.len() + v.len()).sum::<usize>();
                self.tournaments.insert(id.into(), tournament);
                return;
            }
            _ => return,
        };
        let name = match (value(attributes, "name"), value(attributes, "surname")) {
            (Some(name), Some(surname)) => format!("{name} {surname}"),
            (Some(name), None) | (None, Some(name)) => name.into(),
            (None, None) => match value(attributes, "abbr") {
                Some(short) => short.into(),
                None => return,
            },
        };
        self.bytes += 100 + id.len() + name.len();
        self.names.insert((table, id.into()), name);
    }

    pub(super) fn name(&self, table: Table, id: &str) -> Option<&str> {
        self.names.get(&(table, id.to_owned())).map(String::as_str)
    }

    pub(super) fn tournament(&self, id: &str) -> Option<&TournamentRow> {
        self.tournaments.get(id)
    }

    /// `City, Country`, as far as known.
    pub(super) fn place(&self, tournament: &TournamentRow) -> Option<String> {
        let city = tournament.city.as_ref().and_then(|id| self.name(Table::City, id));
        let country = tournament.country.as_ref().and_then(|id| self.name(Table::Country, id));
        match (city, country) {
            (Some(city), Some(country)) => Some(format!("{city}, {country}")),
            (city, country) => city.or(country).map(str::to_owned),
        }
    }
}

/// The first day of a tournament in ISO 8601; the month or the year if no more is known.
fn date(attributes: &Attributes) -> Option<String> {
    let number = |text: &str, most: u16| text.parse::<u16>().ok().filter(|n| (1..=most).contains(n));
    let day = value(attributes, "start").filter(|start| {
        let mut parts = start.split('-');
        let mut part = |len, most| parts.next().is_some_and(|p| p.len() == len && number(p, most).is_some());
        part(4, 9999) && part(2, 12) && part(2, 31) && parts.next().is_none()
    });
    if let Some(day) = day {
        return Some(day.into());
    }
    let year = number(value(attributes, "year")?, 9999)?;
    let month = ["month_id", "month"].iter().find_map(|name| number(value(attributes, name)?, 12));
    Some(match month {
        Some(month) => format!("{year:04}-{month:02}"),
        None => format!("{year:04}"),
    })
}
