/** Texts of about `length` characters that parsers of Markdown are known to take long for, or to fail at. */
export function hostileTexts(length: number): Record<string, string> {
  const filled = (part: string) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
  const rows = Math.floor(Math.sqrt(2 * length));
  const rising = (part: (n: number) => string) =>
    Array.from({ length: rows }, (_, n) => part(n + 1))
      .join('')
      .slice(0, length);
  return {
    ...Object.fromEntries(DELIMITERS.map((part) => [part, filled(part)])),
    ...Object.fromEntries(PATTERNS.map((part) => [part, filled(part)])),
    'quotes, then a letter': `${filled('>')}a`,
    'lists, then a letter': `${filled('- ')}a`,
    'nested links': `${filled('[').slice(length / 2)}a${filled('](https://u.v)').slice(length / 2)}`,
    'a label that is not closed': `[a](${filled('(')}`,
    'a title that is not closed': `[a](b "${filled('\\"')}`,
    'runs of backticks of all lengths': rising((n) => `${'`'.repeat(n)} `),
    'deeper and deeper lists': rising((n) => `${' '.repeat(2 * n)}- a\n`),
    'a long table': `|a|b|\n|-|-|\n${filled('|x|y|\n')}`,
    'a cell of bars': `|a|\n|-|\n|${filled('\\|*')}|`,
    'a wide table': `${filled('|a').slice(length / 2)}\n${filled('|-').slice(length / 2)}\n|x\n|y`,
    'delimiters deep in lists': `${'- '.repeat(300)}${filled('*a **b ')}`,
  };
}

const DELIMITERS = [...'*_`~[]()<>!#&\\|:@-+=.\t\n "\''];
const PATTERNS = [
  '*a ',
  'a**b',
  '*a **a ',
  '_a ',
  '~~a ',
  '||a',
  '`a',
  '[a](',
  '[a](<b',
  '[a](https://u.v)',
  '![',
  '[a]: https://x.y\n',
  '[a]',
  '<a>',
  '&amp;',
  'http://a.',
  'http://a.b ',
  'https://',
  'www.',
  'www.a.b ',
  'a@b.',
  'a.b@c.de ',
  '@bob ',
  '@a_ _@b_ ',
  '#a ',
  ':a',
  ':a: ',
  '> - ',
  '> a\nb\n',
  '- > a\n',
  '- a\n',
  '1. a\n',
  '# \n',
  'a\n=\n',
  '```\n',
  '    a\n',
  'x|y\n-|-\n',
  '**强调。**她',
  '\ud800',
  '\0',
  '\u2028',
  '\u202e',
  'Hi **bob**, see `code` and https://example.com/a?b=c [link](https://x.y) :tada:\n- one\n\n> quoted\n\n',
];
