import { parse, withEmoji } from '@palaver/markup';
import { type BuiltBlock, emphasis, paragraph, strong } from '@palaver/markup/build';
import { type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { withSpans } from '../../incoming-webhooks/dialects/with-spans.js';
import { emojiNamed } from '../converting/emoji.js';
import type { Said, SourceNames } from '../converting/records.js';
import { withoutFences } from './fences.js';

/** Ids by the names that texts have. */
interface Named {
  readonly people: ReadonlyMap<string, string>;
  readonly streams: ReadonlyMap<string, string>;
}

/** `@**Name**`, `@**Name|7**`, and `@_**Name**` of whom nobody is to be told. */
const MENTION = /@(_?)\*\*([^*\n|]{1,100})(?:\|(\d+))?\*\*/g;
/** `@*group*`, which is written here as it is called. */
const GROUP = /(?<![\w*])@_?\*(?!\*)([^*\n]{1,100})\*(?!\*)/g;
/** `#**channel**`, `#**channel>topic**` and `#**channel>topic@message**`. */
const CHANNEL = /#\*\*([^*\n>]{1,100})(?:>([^*\n]*?)(?:@\d+)?)?\*\*/g;
/** An instant that Zulip shows each reader in their time zone. */
const TIME = /<time:([^<>\n]{1,100})>/g;
/** What somebody does is told of them, in italics here. */
const DEED = /^\/me (?=.)/;
/** The file itself is below the message. */
const UPLOAD = /\[([^\]\n]*)\]\((?:https?:\/\/[^)\s/]+)?\/?user_uploads\/[^)\s]*\)/g;
const TO_ALL: ReadonlySet<string> = new Set(['all', 'everyone', 'stream', 'channel', 'topic']);

/** What a message of Zulip says: its Markdown with names as ours. */
export function said(body: Json, names: SourceNames, { people, streams }: Named): Said {
  const userIds = new Set<string>();
  let isToAll = false;
  const content = (textAt(body, 'content') ?? '')
    .replaceAll(MENTION, (_whole, silent: string, name: string, given: string | undefined) => {
      const id = given ?? people.get(name);
      const username = id === undefined ? null : names.user(id);
      if (id !== undefined && username !== null && silent === '') userIds.add(id);
      const isAll = username === null && TO_ALL.has(name);
      isToAll ||= isAll && silent === '';
      return isAll ? '@channel' : username === null ? `@${name}` : `@${username}`;
    })
    .replaceAll(GROUP, '@$1')
    .replaceAll(CHANNEL, (_whole, name: string, topic: string | undefined) => {
      const channel = `#${names.channel(streams.get(name) ?? '') ?? name}`;
      return topic ? `${channel} > ${topic}` : channel;
    })
    .replaceAll(TIME, '$1')
    .replaceAll(UPLOAD, '$1');
  const title = textAt(body, 'title');
  const isDeed = DEED.test(content);
  const said = withoutFences(content.replace(DEED, ''));
  const whole = withEmoji(isDeed || title === null ? said : `**${title}**\n\n${said}`, emojiNamed);
  return {
    text: isDeed ? deed(title, whole) : whole,
    userIds: [...userIds],
    channel: isToAll,
    here: false,
  };
}

function deed(title: string | null, content: string): BuiltBlock[] {
  const blocks = withSpans(parse(content), (spans) => [emphasis(...spans)]);
  return title === null ? blocks : [paragraph(strong(title)), ...blocks];
}
