/** A piece of code in one colour. */
export interface Highlighted {
  readonly start: number;
  readonly text: string;
  readonly scope: string | undefined;
}

/** Larger blocks stay without colours: a page has many. */
const CHARACTERS_MAX = 20_000;

/**
 * Splits code into pieces of one colour; null for a language that is not known. The highlighter is loaded when the first
 * block is shown.
 */
export async function highlight(code: string, language: string): Promise<readonly Highlighted[] | null> {
  if (language === '' || code.length > CHARACTERS_MAX) return null;
  const { default: highlighter } = await import('highlight.js/lib/common');
  if (highlighter.getLanguage(language) === undefined) return null;
  const { value } = highlighter.highlight(code, { language, ignoreIllegals: true });
  const fragment = new DOMParser().parseFromString(value, 'text/html').body;
  const parts: Highlighted[] = [];
  let start = 0;
  const walk = (node: Node, scope: string | undefined) => {
    if (node instanceof Text) {
      parts.push({ start, text: node.data, scope });
      start += node.data.length;
    }
    const inner = node instanceof Element ? (/hljs-(\w+)/.exec(node.className)?.[1] ?? scope) : scope;
    for (const child of node.childNodes) walk(child, inner);
  };
  walk(fragment, undefined);
  return parts;
}
