//! Tables on the terminal.

use super::BOLD;

/// A name to the left, numbers to the right, all columns as wide as they need.
pub fn aligned<const N: usize>(heads: [&str; N], rows: &[[String; N]]) -> String {
    aligned_after(1, heads, rows)
}

/// All columns to the left, without heads.
pub fn lined_up<const N: usize>(rows: &[[String; N]]) -> String {
    let table = aligned_after(N, [""; N], rows);
    let (_, rows) = table.split_once('\n').unwrap_or_default();
    rows.to_owned()
}

/// The same with several columns of names.
pub fn aligned_after<const N: usize>(
    names: usize,
    heads: [&str; N],
    rows: &[[String; N]],
) -> String {
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.to_vec()).collect();
    lines(names, &heads, &rows)
}

/// The same where the number of columns is known only when it is printed. Each row has as many cells as there are heads.
pub fn columns(heads: &[&str], rows: &[Vec<String>]) -> String {
    lines(1, heads, rows)
}

fn lines(names: usize, heads: &[&str], rows: &[Vec<String>]) -> String {
    let heads: Vec<String> = heads.iter().map(|head| (*head).to_owned()).collect();
    let width = |column: usize| {
        let rows = rows.iter().chain([&heads]);
        let cells = rows.filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let line = |row: &[String]| {
        let cells = row.iter().enumerate();
        let cells = cells.map(|(column, cell)| match column < names {
            true => format!("{cell:<0$}", width(column)),
            false => format!("{cell:>0$}", width(column)),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let mut text = format!("{BOLD}{}{BOLD:#}\n", line(&heads));
    for row in rows {
        text += &line(row);
        text.push('\n');
    }
    text
}
