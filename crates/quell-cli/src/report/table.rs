//! Tables on the terminal.

use super::BOLD;

/// Names to the left, numbers to the right, all columns as wide as they need.
pub fn aligned<const N: usize>(heads: [&str; N], rows: &[[String; N]]) -> String {
    let heads = heads.map(str::to_owned);
    let width = |column: usize| {
        let rows = rows.iter().chain([&heads]);
        let cells = rows.map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let line = |row: &[String; N]| {
        let cells = row.iter().enumerate().map(|(column, cell)| match column {
            0 => format!("{cell:<0$}", width(column)),
            _ => format!("{cell:>0$}", width(column)),
        });
        cells.collect::<Vec<_>>().join("  ")
    };
    let mut text = format!("{BOLD}{}{BOLD:#}\n", line(&heads));
    for row in rows {
        text += &line(row);
        text.push('\n');
    }
    text
}
