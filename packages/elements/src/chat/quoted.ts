/** A text that somebody writes, with a quote at its end and a line to go on in. */
export function withQuoted(text: string, quoted: string): string {
  const above = text.trimEnd();
  const quote = quoted.trim().replaceAll(/^/gm, '> ');
  return `${above === '' ? '' : `${above}\n\n`}${quote}\n\n`;
}
