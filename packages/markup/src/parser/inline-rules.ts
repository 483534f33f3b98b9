import type { StateCore, StateInline } from 'markdown-it';
import { InlineState } from './inline-state.js';

const PLAIN = /^(?!.*www\.)[^\n!#&*:<@[\\\]_`~|]+$/is;

/** Parses each paragraph, heading and cell; one without any mark or address is a text, which most cells are. */
export function inlines({ tokens, md, env, Token }: StateCore): void {
  for (const token of tokens) {
    if (token.type !== 'inline' || token.children === null) continue;
    if (PLAIN.test(token.content)) {
      const text = new Token('text', '', 0);
      text.content = token.content;
      text.map = [0, token.content.length];
      token.children.push(text);
    } else md.inline.parse(token.content, md, env, token.children);
  }
}

type InlineRule = (state: StateInline, silent: boolean) => boolean;

/** A rule of ours: it is asked with our state alone. */
const rule =
  (apply: (state: InlineState, silent: boolean) => boolean): InlineRule =>
  (state, silent) =>
    state instanceof InlineState && apply(state, silent);

/** Stands first: places the tokens, and ends the work where there was enough. */
export const settle = rule((state, silent) => {
  if (silent) return false;
  state.settle();
  return !state.mayStep();
});

const MARKS = new Set([...'\n!#&*:<@[\\]_`~|'].map((mark) => mark.charCodeAt(0)));

/** Everything up to the next mark or address. */
export const text = rule((state, silent) => {
  const end = Math.min(state.posMax, state.autolinkFrom(state.pos + 1)?.start ?? state.posMax);
  let { pos } = state;
  while (pos < end && !MARKS.has(state.src.charCodeAt(pos))) pos++;
  if (pos === state.pos) return false;
  if (!silent) state.pending += state.src.slice(state.pos, pos);
  state.pos = pos;
  return true;
});

/** `https://example.com`, `www.example.com` and `bob@example.com`. */
export const address = rule((state, silent) => {
  const found = state.autolinkFrom(state.pos);
  if (found?.start !== state.pos || found.end > state.posMax || state.linkLevel > 0) return false;
  if (!silent) pushAddress(state, found.href, state.src.slice(found.start, found.end));
  state.pos = found.end;
  return true;
});

const BRACKETED =
  /<((?:https?:\/\/|mailto:)[^<>\s]{1,2000}|[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,8})>/iy;

/** `<https://example.com>` and `<bob@example.com>`. */
export const bracketedAddress = rule((state, silent) => {
  const [whole, shown] = matchAt(BRACKETED, state) ?? [];
  if (whole === undefined || shown === undefined || state.linkLevel > 0) return false;
  const href = /^(?:https?|mailto):/i.test(shown) ? shown : `mailto:${shown}`;
  if (!silent) pushAddress(state, href, shown);
  state.pos += whole.length;
  return true;
});

function pushAddress(state: InlineState, href: string, shown: string): void {
  const token = state.push('address', 'a', 0);
  token.content = shown;
  token.info = state.md.normalizeLink(href);
}

const SPOILER_MARK = '||';
const WORD = /[\p{L}\p{N}]/u;

/** `||spoiler||`: not within words, and not with space inside its marks, so that `a || b` stays what it is. */
export const spoiler = rule((state, silent) => {
  const { src, pos, posMax } = state;
  if (!src.startsWith(SPOILER_MARK, pos) || (pos > 0 && WORD.test(src.charAt(pos - 1)))) return false;
  const inside = pos + SPOILER_MARK.length;
  const end = src.indexOf(SPOILER_MARK, inside);
  if (end <= inside || end + SPOILER_MARK.length > posMax) return false;
  if (/\s/u.test(src.charAt(inside)) || /[\s\\]/u.test(src.charAt(end - 1))) return false;
  if (!silent) {
    state.push('spoiler_open', '', 1).markup = SPOILER_MARK;
    state.pos = inside;
    state.posMax = end;
    state.md.inline.tokenize(state);
    state.posMax = posMax;
    state.push('spoiler_close', '', -1).markup = SPOILER_MARK;
  }
  state.pos = end + SPOILER_MARK.length;
  return true;
});

const NAME = /@([A-Za-z0-9._-]+)(@[A-Za-z0-9])?/y;
const CHANNEL = /#[\p{L}\p{N}_-]{1,64}/uy;
const EMOJI = /:([A-Za-z0-9_+'-]{1,64})(?:::?skin-tone-[2-6])?:(?![A-Za-z0-9])/y;

/** `@name`. A name of another service (`@bob@example.org`) is no mention here. */
export const mention = rule((state, silent) => {
  const [whole, name, elsewhere] = matchAt(NAME, state) ?? [];
  if (whole === undefined || name === undefined) return false;
  if (elsewhere === undefined) return pushName(state, 'mention', whole, silent);
  if (!silent) state.pending += `@${name}`;
  state.pos += name.length + 1;
  return true;
});

/** `#channel`. */
export const channel = rule((state, silent) => {
  const [whole] = matchAt(CHANNEL, state) ?? [];
  return whole !== undefined && pushName(state, 'channel', whole, silent);
});

/** `:emoji:`. */
export const emoji = rule((state, silent) => {
  const [whole] = matchAt(EMOJI, state) ?? [];
  if (whole === undefined) return false;
  if (!silent) state.push('emoji', '', 0).content = whole;
  state.pos += whole.length;
  return true;
});

/** A low line at the end of a name ends the emphasis that one before it may have begun. */
function pushName(state: InlineState, type: string, whole: string, silent: boolean): boolean {
  const isEmphasised =
    whole.endsWith('_') && state.delimiters.some(({ marker, open }) => open && marker === 0x5f);
  const name = isEmphasised ? whole.replace(/_+$/, '') : whole;
  if (name.length < 2) return false;
  if (!silent) state.push(type, '', 0).content = name;
  state.pos += name.length;
  return true;
}

function matchAt(pattern: RegExp, { src, pos, posMax }: InlineState): RegExpExecArray | null {
  pattern.lastIndex = pos;
  const match = pattern.exec(src);
  return match !== null && pos + match[0].length <= posMax ? match : null;
}
