import { type BuiltSpan, channel, link, mention, text } from '@palaver/markup/build';

/** What stands between angle brackets in a text of Slack names people and channels by their ids there. */
export interface SlackNames {
  /** The username of a user by id; null for one that is nobody here. */
  readonly user: (id: string) => string | null;
  /** The name of a channel by id; null for one that is unknown. */
  readonly channel: (id: string) => string | null;
  /** The handle of a group of people by id; null for one that is unknown. */
  readonly group: (id: string) => string | null;
}

/** What a text of Slack is read with. */
export interface Reading {
  readonly names: SlackNames;
  /** Hears of each mention, as the text has it: `@name`. */
  readonly onMention: (mention: string) => void;
}

const TOKENS = [
  String.raw`@!?[\w-]{1,64}`,
  String.raw`#[\w-]{1,64}`,
  '!(?:here|channel|everyone|group)',
  String.raw`![a-z]{1,20}\^[^<>|\n]{1,200}`,
  String.raw`![a-z]{1,20}(?=\|)`,
  String.raw`[a-z][a-z0-9+.-]{0,20}://[^<>|\n]+`,
  String.raw`(?:mailto|tel):[^<>|\n]+`,
  String.raw`[a-z][a-z0-9+.-]{0,20}:[^<>|\n]+(?=\|)`,
];
/** `<@U123>`, `<#C123|general>`, `<!here>`, `<https://example.com|label>`. What else stands in angle brackets is text. */
export const TOKEN = `<(?:${TOKENS.join('|')})(?:\\|[^<>\\n]*)?>`;

/** The characters that Slack's texts have escaped. */
export function unescaped(escaped: string): string {
  return escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** What a token shows: a name, a link, or its label. */
export function tokenSpan(token: string, { names, onMention }: Reading): BuiltSpan {
  const { target, label } = partsOf(token);
  const mentioned = (name: string): BuiltSpan => {
    onMention(`@${name}`);
    return mention(name);
  };
  switch (target.charAt(0)) {
    case '@': {
      const id = target.replace(/^@!?/, '');
      const name = names.user(id);
      return name === null ? text(`@${label?.replace(/^@/, '') ?? id}`) : mentioned(name);
    }
    case '#': {
      const name = names.channel(target.slice(1)) ?? label?.replace(/^#/, '');
      return name === undefined ? text(target) : channel(name);
    }
    case '!':
      return special(target.slice(1), label, names, mentioned);
    default: {
      const isSame = label === null || label === target;
      return link(target, isSame ? target.replace(/^(?:mailto|tel):/, '') : label);
    }
  }
}

/** What a token shows in code. */
export function tokenText(token: string, names: SlackNames): string {
  const span = tokenSpan(token, { names, onMention: () => undefined });
  if (span.type === 'mention') return `@${span.name}`;
  if (span.type === 'channel') return `#${span.name}`;
  const shown = span.type === 'link' ? span.spans[0] : span;
  return shown !== undefined && 'text' in shown ? shown.text : '';
}

function partsOf(token: string): { readonly target: string; readonly label: string | null } {
  const inside = token.slice(1, -1);
  const bar = inside.indexOf('|');
  const target = unescaped(bar < 0 ? inside : inside.slice(0, bar));
  return { target, label: bar < 0 ? null : unescaped(inside.slice(bar + 1)).trim() || null };
}

function special(
  target: string,
  label: string | null,
  names: SlackNames,
  mentioned: (name: string) => BuiltSpan,
): BuiltSpan {
  const [word = '', id = '', , url] = target.split('^');
  switch (word) {
    case 'channel':
    case 'everyone':
    case 'group':
      return mentioned('channel');
    case 'here':
      return mentioned('here');
    case 'subteam': {
      const handle = names.group(id);
      return handle === null ? text(label ?? '@group') : mentioned(handle);
    }
    default:
      return url === undefined ? text(label ?? word) : link(url, label ?? word);
  }
}
