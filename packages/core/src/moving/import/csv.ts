/** What a spreadsheet takes for the beginning of a formula, in any place where it trims (OWASP, CSV Injection). */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]/u;

/**
 * A line of CSV (RFC 4180). Every cell is quoted. A text that a spreadsheet would calculate gets an apostrophe before it, which
 * shows it as it is.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(given: string): string {
  const shown = FORMULA.test(given) ? `'${given}` : given;
  return `"${shown.replaceAll('"', '""')}"`;
}
