import { discordPost } from '../../incoming-webhooks/dialects/discord.js';
import { itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { userIdsIn } from '../../incoming-webhooks/dialects/slack.js';
import type { Said, SourceNames } from '../converting/records.js';

const EVERY = Number.POSITIVE_INFINITY;

/** What a message of Discord says. The exporter writes mentions as they are shown, or as they were typed. */
export function said(body: Json, names: SourceNames): Said {
  const mentioned = itemsAt(body, 'mentions', EVERY).flatMap((one) => textAt(one, 'id') ?? []);
  const content = withReferences(whole(body), body);
  const known = new Map<string, string>();
  for (const id of [...mentioned, ...userIdsIn(content)]) {
    const name = names.user(id);
    if (name !== null) known.set(id.toLowerCase(), name);
  }
  const post = discordPost({ content, embeds: itemsAt(body, 'embeds', EVERY) }, known);
  const says = new Set(post.mentions);
  return { text: post.content, userIds: mentioned, channel: says.has('@channel'), here: says.has('@here') };
}

function whole(body: Json): string {
  const [title, content, forwarded] = ['title', 'content', 'forwarded'].map((name) => textAt(body, name));
  const quoted =
    forwarded == null
      ? null
      : forwarded
          .split('\n')
          .map((line) => `> ${line}`)
          .join('\n');
  const parts = [title == null ? null : `**${title}**`, content, quoted];
  return parts.filter((part) => part != null).join('\n\n');
}

/** `@Nickname` as the reference that it was, which then names the account here. */
function withReferences(content: string, body: Json): string {
  let text = content;
  for (const one of itemsAt(body, 'mentions', EVERY)) {
    const [id, nickname] = [textAt(one, 'id'), textAt(one, 'nickname')];
    if (id !== null && nickname !== null) text = text.replaceAll(`@${nickname}`, `<@${id}>`);
  }
  return text;
}
