/** A line that begins a block of its own: with what, and of which kind. */
const FENCE = /^ {0,3}(`{3,}|~{3,}) *([\w+#.-]*) *(.*)$/;
/** Quotations within others beyond it stay as they are. */
const DEPTH_MAX = 8;

/** The blocks of Zulip that Markdown here has in another form: quotations, and what is hidden until somebody asks for it. */
export function withoutFences(content: string): string {
  return content.includes('```') || content.includes('~~~')
    ? converted(content.split('\n'), 0).join('\n')
    : content;
}

function converted(lines: readonly string[], depth: number): string[] {
  const shown: string[] = [];
  for (let n = 0; n < lines.length; n++) {
    const [, mark = '', kind = '', title = ''] = FENCE.exec(lines[n] ?? '') ?? [];
    if (mark === '') {
      shown.push(lines[n] ?? '');
      continue;
    }
    let end = n + 1;
    while (end < lines.length && lines[end]?.trimEnd() !== mark) end++;
    const isOther = depth >= DEPTH_MAX || !(kind === 'quote' || kind === 'spoiler');
    if (isOther) shown.push(...lines.slice(n, end + 1));
    else {
      const within = converted(lines.slice(n + 1, end), depth + 1);
      // Without an empty line, what comes next would be of the quotation.
      shown.push(...(kind === 'quote' ? within.map(quoted) : [...titled(title), ...within.map(hidden)]), '');
    }
    n = end;
  }
  return shown;
}

const quoted = (line: string): string => `> ${line}`.trimEnd();
const titled = (title: string): string[] => (title === '' ? [] : [title]);
const hidden = (line: string): string => (line.trim() === '' ? line : `||${line.trim()}||`);
