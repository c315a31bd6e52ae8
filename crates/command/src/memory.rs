//! How much memory an engine may ask for.

use std::fs::read_to_string;
use std::path::Path;

/// The memory of this machine in MiB, or of the control group of the process if that has less, such as that of a
/// container. `None` where the system does not say.
pub(crate) fn of_this_machine() -> Option<u64> {
    let text = read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let of_machine = line.split_ascii_whitespace().next()?.parse::<u64>().ok()? >> 10;
    Some(of_group().map_or(of_machine, |limit| limit.min(of_machine)))
}

/// The least limit of the control group of the process and of those above it, in MiB.
fn of_group() -> Option<u64> {
    const ROOT: &str = "/sys/fs/cgroup";
    let groups = read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let folder = format!("{ROOT}{own}");
    let folders = Path::new(&folder).ancestors().take_while(|folder| folder.starts_with(ROOT));
    let limit = |folder: &Path| {
        let text = read_to_string(folder.join("memory.max")).ok()?;
        Some(text.trim().parse::<u64>().ok()? >> 20)
    };
    folders.filter_map(limit).min()
}
