import { element } from './dom.js';

/** Comments, strings, numbers and words, of all languages of the page at once. */
const TOKEN =
  /(?<comment>(?<![\w:'"/])\/\/[^\n]*|^\s*#[^\n]*)|(?<key>"(?:\\.|[^"\\])*"(?=\s*:))|(?<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`)|(?<number>\b\d[\d._]*\b)|(?<word>\b(?:await|const|defer|err|false|False|func|if|import|from|nil|new|null|None|package|panic|throw|true|True|type|var)\b)/gm;

/** Writes code into an element, its strings, numbers and keywords in colours of the style. */
export function highlight(target: Element, code: string): void {
  const parts: Array<Node | string> = [];
  let end = 0;
  for (const match of code.matchAll(TOKEN)) {
    const [text] = match;
    const [kind = ''] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    parts.push(code.slice(end, match.index), element('span', kind, text));
    end = match.index + text.length;
  }
  target.replaceChildren(...parts, code.slice(end));
}
