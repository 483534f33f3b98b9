import { z } from 'zod';
import { isUuid } from '../../kernel/schema/ids.js';
import type { Hint, Notice, SessionEnd } from '../bus.js';

/** What one node tells the others. */
export type Item =
  | ({ readonly kind: 'hint' } & Hint)
  | ({ readonly kind: 'notice' } & Notice)
  | ({ readonly kind: 'session-end' } & SessionEnd);

const Id = z.string().refine(isUuid);

const PlainPost = z.object({
  seq: z.int().positive(),
  messageId: Id,
  authorId: Id,
  at: z.string(),
});

const Item = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hint'),
    streamId: Id,
    streamKind: z.enum(['channel', 'server', 'user']).exactOptional(),
    seq: z.int().positive(),
    frame: z.string().nullable(),
    post: PlainPost.nullable().exactOptional(),
  }),
  z.object({
    kind: z.literal('notice'),
    streamId: Id,
    frame: z.string(),
    exceptUserId: Id.nullable(),
    onlyUserIds: z.array(Id).nullable().default(null),
  }),
  z.object({ kind: z.literal('session-end'), sessionId: Id }),
]);

const Message = z.object({ from: Id, number: z.int().positive(), items: z.array(z.unknown()) });

/** A message of a node: the messages of each are numbered 1, 2, 3 and so on. Without items it is a beat. */
export interface ReceivedMessage {
  /** The id of the node. */
  readonly from: string;
  readonly number: number;
  readonly items: readonly Item[];
}

/** More than a message has besides its items and the commas between them. */
export const ENVELOPE_BYTES = 100;

/** A message of items that are JSON texts already. */
export function writeMessage(from: string, number: number, items: readonly string[]): string {
  return `${beginningOf(from)}"number":${number},"items":[${items.join(',')}]}`;
}

/**
 * Whether a node of this release has written a message. It is not read for that: every message also comes back to its
 * sender.
 */
export function isFrom(nodeId: string, text: string): boolean {
  return text.startsWith(beginningOf(nodeId));
}

function beginningOf(from: string): string {
  return `{"from":"${from}",`;
}

/** Reads a message, without the items whose kind only a newer node knows. Null for what is no message. */
export function readMessage(text: string): ReceivedMessage | null {
  const message = Message.safeParse(jsonOf(text)).data;
  if (!message) return null;
  return { ...message, items: message.items.flatMap((item) => Item.safeParse(item).data ?? []) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
