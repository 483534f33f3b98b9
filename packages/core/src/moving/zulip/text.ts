import { withEmoji } from '@palaver/markup';
import { type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { emojiNamed } from '../converting/emoji.js';
import type { Said, SourceNames } from '../converting/records.js';

/** Ids by the names that texts have. */
interface Named {
  readonly people: ReadonlyMap<string, string>;
  readonly streams: ReadonlyMap<string, string>;
}

/** `@**Name**`, `@**Name|7**`, and `@_**Name**` of whom nobody is to be told. */
const MENTION = /@(_?)\*\*([^*\n|]{1,100})(?:\|(\d+))?\*\*/g;
/** `#**channel**` and `#**channel>topic**`. */
const CHANNEL = /#\*\*([^*\n>]{1,100})(?:>[^*\n]*)?\*\*/g;
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
    .replaceAll(CHANNEL, (_whole, name: string) => `#${names.channel(streams.get(name) ?? '') ?? name}`)
    .replaceAll(UPLOAD, '$1');
  const title = textAt(body, 'title');
  const whole = title === null ? content : `**${title}**\n\n${content}`;
  return { text: withEmoji(whole, emojiNamed), userIds: [...userIds], channel: isToAll, here: false };
}
