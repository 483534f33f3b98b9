import { linkTarget } from './markdown.js';

/** What stands between angle brackets in a text of Slack names people and channels by their ids there. */
export interface SlackNames {
  /** The username of a user by id; null for one that is nobody here. */
  readonly user: (id: string) => string | null;
  /** The name of a channel by id; null for one that is unknown. */
  readonly channel: (id: string) => string | null;
  /** The handle of a group of people by id; null for one that is unknown. */
  readonly group: (id: string) => string | null;
}

/** A text in Markdown, and what it mentions. */
export interface Converted {
  readonly text: string;
  readonly mentions: readonly string[];
}

/** The parts of a text whose inside is not formatted: code, and what angle brackets enclose. */
const PART = /```([\s\S]*?)```|`([^`\n]+)`|<([^<>\n]+)>/g;

/**
 * Slack's mrkdwn as Markdown (docs/incoming-webhooks.md). It takes time in proportion to the length of the text.
 */
export function fromMrkdwn(source: string, names: SlackNames): Converted {
  const mentions: string[] = [];
  // Joined at the end: to look at the end of a text that grows would take a quadratic time.
  const parts: string[] = [];
  const add = (part: string) => {
    if (part !== '') parts.push(part);
  };
  let from = 0;
  for (const { index, 0: whole, 1: block, 2: code, 3: inside } of source.matchAll(PART)) {
    add(formatted(source.slice(from, index)));
    if (block !== undefined) add(codeBlock(unescaped(block), parts.at(-1)));
    else if (code !== undefined) add(inlineCode(unescaped(code)));
    else add(reference(inside ?? '', names, mentions));
    from = index + whole.length;
  }
  add(formatted(source.slice(from)));
  return { text: parts.join(''), mentions: [...new Set(mentions)] };
}

/** The characters that Slack's texts have escaped. */
export function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function codeBlock(code: string, before = '\n'): string {
  const start = before.endsWith('\n') ? '' : '\n';
  return `${start}\`\`\`\n${code.replace(/^\n|\n$/g, '')}\n\`\`\`\n`;
}

function inlineCode(code: string): string {
  return `\`${code}\``;
}

/** `*bold*`, `_italic_` and `~struck~` begin and end at a word, as in Slack. */
const BOLD = /(?<![\p{L}\p{N}*\\])\*(?=\S)([^*\n]*[^*\s])\*(?![\p{L}\p{N}*])/gu;
const STRUCK = /(?<![\p{L}\p{N}~\\])~(?=\S)([^~\n]*[^~\s])~(?![\p{L}\p{N}~])/gu;
const BULLET = /^([ \t]*)[•◦▪‣] ?/gmu;

function formatted(text: string): string {
  return escapedTags(
    text
      .replace(BOLD, '**$1**')
      .replace(STRUCK, '~~$1~~')
      .replace(/^&gt;&gt;&gt; ?/gm, '> ')
      .replace(/^&gt; ?/gm, '> ')
      .replace(BULLET, '$1- '),
  );
}

/** A `<` that was escaped stays a character and begins no tag. */
function escapedTags(text: string): string {
  return text.replaceAll('&lt;', '\\<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function reference(inside: string, names: SlackNames, mentions: string[]): string {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? null : unescaped(inside.slice(bar + 1)).trim() || null;
  const mention = (name: string) => {
    mentions.push(`@${name}`);
    return `@${name}`;
  };
  switch (target.charAt(0)) {
    case '@': {
      const name = names.user(target.slice(1));
      return name === null ? `@${label?.replace(/^@/, '') ?? target.slice(1)}` : mention(name);
    }
    case '#':
      return `#${names.channel(target.slice(1)) ?? label?.replace(/^#/, '') ?? target.slice(1)}`;
    case '!':
      return special(target.slice(1), label, names, mention);
    default:
      return webLink(unescaped(target), label);
  }
}

function special(
  target: string,
  label: string | null,
  names: SlackNames,
  mention: (name: string) => string,
): string {
  const [word = '', id = ''] = target.split('^');
  switch (word) {
    case 'channel':
    case 'everyone':
    case 'group':
      return mention('channel');
    case 'here':
      return mention('here');
    case 'subteam': {
      const handle = names.group(id);
      return handle === null ? (label ?? '@group') : mention(handle);
    }
    default:
      return label ?? word;
  }
}

function webLink(url: string, label: string | null): string {
  const target = linkTarget(url);
  if (target === null) return label ?? url;
  if (label === null || label === url)
    return url.startsWith('mailto:') ? url.slice('mailto:'.length) : target;
  return `[${label.replace(/[[\]\\]/g, String.raw`\$&`)}](${target})`;
}
