const LINE_MAX = 110;

/**
 * A comment of TypeScript with a line break after it; empty for an empty text. Paragraphs are separated by an empty
 * line.
 */
export function docComment(text: string): string {
  if (text === '') return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n').flatMap(wrapped);
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */', ''].join('\n');
}

export function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

function wrapped(paragraph: string): string[] {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= LINE_MAX) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
