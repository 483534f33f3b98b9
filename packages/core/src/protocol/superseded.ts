import type { Event } from './events.js';
import { NO_MENTIONS } from './records/message.js';

/** What a message shows after its deletion, and in an event that another one has superseded. */
export const NO_CONTENT = {
  content: '',
  reactions: [],
  attachments: [],
  mentions: NO_MENTIONS,
  externalId: null,
  metadata: null,
  webhook: null,
  interaction: null,
  components: [],
};

/** What is left of a superseded event, by its type. The other events of a message have nothing to empty. */
const EMPTIED: Partial<Record<Event['type'], object>> = {
  'message.created': NO_CONTENT,
  'message.updated': NO_CONTENT,
  'reaction.added': { emoji: '' },
  'reaction.removed': { emoji: '' },
  'interaction.created': { options: {}, values: [] },
  'interaction.responded': { content: '' },
};

const SUPERSEDING = /^\{"type":"(?:message\.(?:updated|deleted)|interaction\.ended)"/;

/** Whether the event of a frame has superseded an earlier one, so that copies of the log before it are out of date. */
export function isSuperseding(frame: string): boolean {
  return SUPERSEDING.test(frame);
}

/** The frame of an event, without what an edit, the deletion of its message or the end of its interaction has removed (docs/protocol.md). */
export function supersededFrame(frame: string): string {
  // Only this service writes frames.
  const { type, data } = JSON.parse(frame) as Event;
  return JSON.stringify({ type, data: { ...data, ...EMPTIED[type], superseded: true } });
}
