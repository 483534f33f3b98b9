/** What is on the clipboard. */
interface Clipboard {
  readonly getData: (type: string) => string;
  readonly files: { readonly length: number };
}

/** A table, or a text that the field takes by itself, or files. */
type Taken =
  | { readonly kind: 'table'; readonly markdown: string }
  | { readonly kind: 'text' }
  | { readonly kind: 'files' };

/**
 * What of the clipboard is meant. Spreadsheets and word processors put a picture of what was copied beside it; a picture that was
 * copied from a page has an `<img>` beside it, and files their names.
 */
export function takenFrom(clipboard: Clipboard): Taken {
  const html = clipboard.getData('text/html');
  if (clipboard.files.length > 0 && !hasWords(html)) return { kind: 'files' };
  const cells = /<table[\s>]/i.test(html) ? cellsOf(clipboard.getData('text/plain')) : null;
  return cells === null ? { kind: 'text' } : { kind: 'table', markdown: tableOf(cells) };
}

/** Characters of what is copied, which can be a whole page. */
const LOOKED_AT = 100_000;

function hasWords(html: string): boolean {
  const shown = html
    .slice(0, LOOKED_AT)
    .replaceAll(/<style[^>]*>[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]*>|&nbsp;/gi, '');
  return shown.trim() !== '';
}

/** The rows of cells that tabs divide; null for a text that is none: rows of one cell, or of different lengths. */
function cellsOf(text: string): string[][] | null {
  const rows = rowsOf(text.replaceAll('\r\n', '\n').replace(/\n$/, ''));
  const [width = 0] = rows.map(({ length }) => length);
  return width > 1 && rows.every(({ length }) => length === width) ? rows : null;
}

/** A cell with a line break, a tab or quotes at its edge is in quotes, with its own quotes doubled. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows;
}

/** The first row is the head, as a table of Markdown has one. */
function tableOf([head = [], ...rows]: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(shown).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A block between two texts: it begins and ends a line. */
export function asLines(block: string, above: string, below: string): string {
  const before = above === '' || above.endsWith('\n') ? '' : '\n';
  return before + block + (below === '' || below.startsWith('\n') ? '' : '\n');
}

function shown(cell: string): string {
  return cell
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/[|\\]/g, '\\$&');
}
