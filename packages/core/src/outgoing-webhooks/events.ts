import type { Stream } from '../log/streams.js';
import { factsOf, typeIn } from '../protocol/events/table.js';
import { eventIn } from '../protocol/events.js';
import { isWebhookEvent, type WebhookEvent } from '../protocol/records/outgoing-webhook.js';

/** The type of a frame of a stream, where webhooks get it from there; else null. */
export function webhookEventOf({ kind }: Pick<Stream, 'kind'>, frame: string): WebhookEvent | null {
  const type = typeIn(frame);
  return isWebhookEvent(type) && factsOf(type)?.webhooks === kind ? type : null;
}

/** The channel that an event is about; null for one about the server. */
export function channelOf(stream: Stream, type: WebhookEvent, frame: string): string | null {
  if (stream.kind === 'channel') return stream.id;
  if (!type.startsWith('channel.') && !type.startsWith('member.')) return null;
  const { data } = eventIn<WebhookEvent>(frame);
  if ('channelId' in data) return data.channelId;
  return 'id' in data ? data.id : null;
}
