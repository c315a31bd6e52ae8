//! The parts of a record that a format can hold, and so the losses when a record is written in it.

use crate::{ConversionLoss, LostPart, Record, Tree};

/// The parts of a record that a format can hold. A writer starts from [`Coverage::NOTHING`] and names what it writes;
/// everything else in a record is a [`ConversionLoss`].
#[derive(Clone, Copy, Default)]
pub(crate) struct Coverage {
    /// Both players' names.
    pub(crate) names: bool,
    /// Their ranks or ratings.
    pub(crate) ranks: bool,
    /// The result.
    pub(crate) result: bool,
    /// The date.
    pub(crate) date: bool,
    /// The tournament.
    pub(crate) event: bool,
    /// The place.
    pub(crate) place: bool,
    /// Main and extra time.
    pub(crate) time: bool,
    /// Moves outside the main line.
    pub(crate) variations: bool,
    /// Comments on moves.
    pub(crate) comments: bool,
    /// Marks on points.
    pub(crate) marks: bool,
    /// Stones set up at the start.
    pub(crate) set_up: bool,
    /// The time spent on each move.
    pub(crate) spent: bool,
    /// The value of each move.
    pub(crate) values: bool,
    /// Identifiers of the properties that are written back. One that ends in `*` includes all with that prefix.
    pub(crate) properties: &'static [&'static str],
}

impl Coverage {
    /// A format that holds the moves of the main line and nothing else.
    pub(crate) const NOTHING: Coverage = Coverage {
        names: false,
        ranks: false,
        result: false,
        date: false,
        event: false,
        place: false,
        time: false,
        variations: false,
        comments: false,
        marks: false,
        set_up: false,
        spent: false,
        values: false,
        properties: &[],
    };

    fn holds(&self, ident: &str) -> bool {
        self.properties.iter().any(|held| match held.strip_suffix('*') {
            Some(prefix) => ident.starts_with(prefix),
            None => ident == *held,
        })
    }

    /// Everything in `record` that the format does not hold, each kind once. `index` is the index of the record.
    pub(crate) fn losses(&self, record: &Record, index: usize) -> Vec<ConversionLoss> {
        let mut losses = Vec::new();
        let mut lose = |lost: bool, part: LostPart, count: usize| {
            if lost {
                losses.push(ConversionLoss { record: index, part, count });
            }
        };
        let h = &record.header;
        let either = |part: fn(&crate::PlayerInfo) -> bool| part(&h.black) || part(&h.white);
        lose(!self.names && either(|s| s.name.is_some()), LostPart::PlayerNames, 0);
        lose(!self.ranks && either(|s| s.rank.is_some()), LostPart::Ranks, 0);
        lose(either(|s| s.team.is_some()), LostPart::Teams, 0);
        lose(!self.result && h.result.is_some(), LostPart::Result, 0);
        lose(!self.date && h.date.is_some(), LostPart::Date, 0);
        lose(!self.event && h.event.is_some(), LostPart::Event, 0);
        lose(h.round.is_some(), LostPart::Round, 0);
        lose(!self.place && h.place.is_some(), LostPart::Place, 0);
        lose(h.name.is_some(), LostPart::GameName, 0);
        lose(h.comment.is_some(), LostPart::GameComment, 0);
        lose(h.application.is_some(), LostPart::Program, 0);
        lose(!self.time && (h.time.is_some() || h.overtime.is_some()), LostPart::TimeLimits, 0);

        let on_main_line = record.tree.main_line().count();
        lose(!self.variations && record.tree.len() > on_main_line, LostPart::Variations, {
            record.tree.len() - on_main_line
        });
        let (mut names, mut comments, mut marks, mut set_ups, mut clocks, mut spent, mut values, mut other) =
            (0, 0, 0, 0, 0, 0, 0, 0);
        let mut count = |id: crate::NodeId| {
            let node = record.tree.node(id);
            names += usize::from(node.name.is_some());
            comments += usize::from(!self.comments && node.comment.is_some());
            marks += if self.marks { 0 } else { node.marks.len() };
            let set_up = !node.set_up.is_empty() || node.to_move.is_some();
            set_ups += usize::from(set_up && !(self.set_up && id == Tree::ROOT));
            clocks += usize::from(node.clock.is_some());
            spent += usize::from(!self.spent && node.spent.is_some());
            values += usize::from(!self.values && node.value.is_some());
            other += node.extra.iter().filter(|p| !p.values.is_empty() && !self.holds(&p.ident)).count();
        };
        if self.variations {
            record.tree.iter().for_each(|(id, _)| count(id));
        } else {
            record.tree.main_line().for_each(&mut count);
        }
        lose(names > 0, LostPart::PositionNames, names);
        lose(comments > 0, LostPart::Comments, comments);
        lose(marks > 0, LostPart::Marks, marks);
        lose(set_ups > 0, LostPart::SetUps, set_ups);
        lose(clocks > 0, LostPart::TimeLeft, clocks);
        lose(spent > 0, LostPart::TimeSpent, spent);
        lose(values > 0, LostPart::Values, values);
        lose(other > 0, LostPart::OtherProperties, other);
        losses
    }
}
