//! The five layouts of a board, timed side by side: the table of `tengen bench layouts`.

mod operations;
mod search;
mod shape;

pub use search::{CANDIDATES, POSITION, Search, SearchCount, WIN};

use crate::measure::{Effort, OnProgress, Steps, format_nanos, nanos_side_by_side, three_digits};
use operations::Operations;
use serde::Serialize;
use std::fmt;
use std::hint::black_box;
use tengen_board::layout::{Flat, Grid, Layout, LineBits, Nested, Padded};
use tengen_board::{Color, Diagram, Size};

/// What to measure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayoutOptions {
    /// How long to measure.
    pub effort: Effort,
    /// The depths of the fixed alpha-beta search, in plies.
    pub depths: Vec<u32>,
}

impl Default for LayoutOptions {
    fn default() -> LayoutOptions {
        LayoutOptions { effort: Effort::FULL, depths: vec![4, 6] }
    }
}

/// The layouts in the order of the table, the reference first.
pub const LAYOUTS: [&str; 5] = [Nested::NAME, Grid::NAME, Flat::NAME, Padded::NAME, LineBits::NAME];

/// A line of the table: one task on every layout.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LayoutRow {
    /// What was done.
    pub task: String,
    /// Nanoseconds a unit of the task, in the order of [`LAYOUTS`].
    pub nanos: [f64; 5],
    /// Nodes of the search, where the task is one; the same for every layout.
    pub nodes: Option<u64>,
}

impl LayoutRow {
    /// How many times as fast as nested vectors the `layout`th layout is.
    pub fn ratio(&self, layout: usize) -> f64 {
        self.nanos[0] / self.nanos[layout]
    }
}

/// The table of `tengen bench layouts`. Its [`Display`](fmt::Display) is for people.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LayoutTable {
    /// The layouts, one a column.
    pub layouts: [&'static str; 5],
    /// The tasks that were measured on every layout, one a row.
    pub rows: Vec<LayoutRow>,
    /// Whether that is all of them.
    pub complete: bool,
}

/// The small tasks: name, and the place in [`LayoutTasks::small`].
const SMALL: [&str; 6] = [
    "place or remove a stone",
    "(row, col) to index and back",
    "runs around the last stone",
    "win scan of the whole board",
    "count of all runs",
    "8 walks to the edge",
];

/// The tasks on one layout, whichever it is.
trait LayoutTasks {
    fn small(&mut self, task: usize) -> u64;
    fn search(&mut self, depth: u32) -> SearchCount;
    fn fingerprint(&self) -> u64;
}

struct Tasks<L: Layout> {
    operations: Operations<L>,
    search: Search<L>,
}

impl<L: Layout> LayoutTasks for Tasks<L> {
    fn small(&mut self, task: usize) -> u64 {
        match task {
            0 => self.operations.place_and_remove(),
            1 => self.operations.convert(),
            2 => self.operations.runs(),
            3 => self.operations.win_scan(),
            4 => self.operations.count_runs(),
            _ => self.operations.walks(),
        }
    }

    fn search(&mut self, depth: u32) -> SearchCount {
        self.search.run(depth, Color::Black)
    }

    fn fingerprint(&self) -> u64 {
        self.operations.fingerprint()
    }
}

fn all_layouts() -> [Box<dyn LayoutTasks>; 5] {
    fn tasks<L: Layout + 'static>(position: &Diagram) -> Box<dyn LayoutTasks> {
        let operations = Operations::<L>::new(Size::of(15, 15));
        Box::new(Tasks { operations, search: Search::<L>::new(position) })
    }
    let position: Diagram = POSITION.parse().expect("a diagram");
    [
        tasks::<Nested>(&position),
        tasks::<Grid>(&position),
        tasks::<Flat>(&position),
        tasks::<Padded>(&position),
        tasks::<LineBits>(&position),
    ]
}

/// Measures every layout at every task on a 15×15 board.
///
/// # Panics
/// When two layouts answer differently: figures of different work are not compared.
pub fn measure(options: &LayoutOptions, on_progress: OnProgress<'_>) -> LayoutTable {
    let mut layouts = all_layouts();
    let fingerprints = layouts.each_ref().map(|l| l.fingerprint());
    assert!(fingerprints.iter().all(|f| *f == fingerprints[0]), "the layouts count differently");

    let repetitions = options.effort.repetitions.max(1);
    let mut steps = Steps::new((SMALL.len() + options.depths.len()) * repetitions, on_progress);
    let mut side_by_side = |task: &str, work: &mut dyn FnMut(usize) -> u64| {
        let mut begun = false;
        let figures = nanos_side_by_side(options.effort, work, || {
            if std::mem::replace(&mut begun, true) {
                steps.end();
            }
            steps.begin(task)
        });
        if figures.is_some() {
            steps.end();
        }
        figures
    };
    let mut rows = Vec::new();
    for (number, name) in SMALL.into_iter().enumerate() {
        let Some(nanos) = side_by_side(name, &mut |layout| layouts[layout].small(number)) else {
            return LayoutTable { layouts: LAYOUTS, rows, complete: false };
        };
        rows.push(LayoutRow { task: name.into(), nanos, nodes: None });
    }
    for &depth in &options.depths {
        let task = format!("alpha-beta to depth {depth}");
        let mut first = None;
        let mut search = |layout: usize| {
            let found = black_box(layouts[layout].search(depth));
            assert_eq!(*first.get_or_insert(found), found, "{} searches differently", LAYOUTS[layout]);
            1
        };
        let Some(nanos) = side_by_side(&task, &mut search) else {
            return LayoutTable { layouts: LAYOUTS, rows, complete: false };
        };
        rows.push(LayoutRow { task, nanos, nodes: first.map(|found| found.nodes) });
    }
    LayoutTable { layouts: LAYOUTS, rows, complete: true }
}

impl fmt::Display for LayoutTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const TASK: usize = 30;
        const CELL: usize = 18;
        writeln!(f, "15x15 board; time of one, and how many times as fast as nested vectors\n")?;
        write!(f, "{:TASK$}", "")?;
        for name in self.layouts {
            write!(f, "{name:>CELL$}")?;
        }
        writeln!(f)?;
        for row in &self.rows {
            write!(f, "{:TASK$}", row.task)?;
            for (layout, &nanos) in row.nanos.iter().enumerate() {
                let ratio = three_digits(row.ratio(layout));
                write!(f, "{:>11}{ratio:>6}x", format_nanos(nanos))?;
            }
            writeln!(f)?;
        }
        for row in &self.rows {
            if let Some(nodes) = row.nodes {
                writeln!(
                    f,
                    "\n{}: {nodes} nodes, the same on every layout; {CANDIDATES} candidates a node.",
                    row.task
                )?;
            }
        }
        writeln!(
            f,
            "\nThe articles, of their own search with 10 candidates a node: nested vectors reach depth 4, and depth 6 takes\n\
             over a minute; a 2-D array is about twice as fast; bitboards are far faster (no figure)."
        )?;
        if let Some(row) = self.rows.iter().rev().find(|r| r.nodes.is_some()) {
            write!(f, "Here, {}: nested vectors {}", row.task, format_nanos(row.nanos[0]))?;
            for (layout, name) in [(1, "a 2-D array"), (4, "line bits")] {
                write!(f, "; {name} {} times as fast", three_digits(row.ratio(layout)))?;
            }
            writeln!(f, ".")?;
        }
        if !self.complete {
            writeln!(f, "\nStopped before the end.")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn every_layout_answers_alike() {
        let layouts = all_layouts();
        let first = layouts[0].fingerprint();
        for layout in &layouts {
            assert_eq!(layout.fingerprint(), first);
        }
    }

    #[test]
    fn every_layout_searches_alike() {
        for depth in 0..=4 {
            let found: Vec<SearchCount> = all_layouts().iter_mut().map(|l| l.search(depth)).collect();
            assert!(found.iter().all(|f| *f == found[0]), "depth {depth}: {found:?}");
        }
    }

    #[test]
    fn the_table_is_whole_or_says_that_it_is_not() {
        let options =
            LayoutOptions { effort: Effort { repetitions: 2, at_least: Duration::ZERO }, depths: vec![2] };
        let mut reported = 0;
        let table = measure(&options, &mut |p| {
            assert_eq!(p.done, reported);
            assert_eq!(p.total, 14);
            reported += 1;
            true
        });
        assert_eq!(reported, 15);
        assert!(table.complete);
        assert_eq!(table.rows.len(), 7);
        let text = table.to_string();
        for name in LAYOUTS {
            assert!(text.contains(name), "{text}");
        }
        assert!(table.rows.iter().all(|row| row.nanos.iter().all(|&n| n > 0.0)));
        assert!(table.rows.iter().all(|row| row.ratio(0) == 1.0));
        assert_eq!(table.rows.iter().filter(|row| row.nodes.is_some()).count(), 1);

        let table = measure(&options, &mut |p| p.done < 3);
        assert!(!table.complete);
        assert_eq!(table.rows.len(), 1);
        assert!(table.to_string().contains("Stopped"));
    }
}
