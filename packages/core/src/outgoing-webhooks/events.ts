import type { Stream } from '../log/streams.js';
import type { WebhookEvent } from '../protocol/records/outgoing-webhook.js';

/**
 * In which stream each event is looked for. Joins of public channels and the changes of them are in the stream of the server,
 * where each of them stands once.
 */
const STREAM_OF: Readonly<Record<WebhookEvent, Exclude<Stream['kind'], 'user'>>> = {
  'message.created': 'channel',
  'message.updated': 'channel',
  'message.deleted': 'channel',
  'reaction.added': 'channel',
  'reaction.removed': 'channel',
  'message.pinned': 'channel',
  'message.unpinned': 'channel',
  'channel.created': 'server',
  'channel.updated': 'server',
  'channel.deleted': 'server',
  'member.joined': 'server',
  'member.updated': 'server',
  'member.left': 'server',
  'server.updated': 'server',
  'group.created': 'server',
  'group.updated': 'server',
  'group.deleted': 'server',
  'emoji.created': 'server',
  'emoji.updated': 'server',
  'emoji.deleted': 'server',
  'user_group.created': 'server',
  'user_group.updated': 'server',
  'user_group.deleted': 'server',
  'user_group.member_added': 'server',
  'user_group.member_removed': 'server',
};

const TYPE = /^\{"type":"([^"]+)"/;

function isWebhookEvent(type: string): type is WebhookEvent {
  return Object.hasOwn(STREAM_OF, type);
}

/** The type of a frame of a stream, where webhooks get it from there; else null. */
export function webhookEventOf({ kind }: Pick<Stream, 'kind'>, frame: string): WebhookEvent | null {
  const type = TYPE.exec(frame)?.[1] ?? '';
  return isWebhookEvent(type) && STREAM_OF[type] === kind ? type : null;
}

/** The channel that an event is about; null for one about the server. */
export function channelOf(stream: Stream, type: WebhookEvent, frame: string): string | null {
  if (stream.kind === 'channel') return stream.id;
  if (!type.startsWith('channel.') && !type.startsWith('member.')) return null;
  // Only this service writes frames, and these have one of the two fields.
  const { data } = JSON.parse(frame) as { data: { id?: string; channelId?: string | null } };
  return (type.startsWith('channel.') ? data.id : data.channelId) ?? null;
}
