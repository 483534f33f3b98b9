import type { PalaverEvent, Receipt } from '@palaver/client';

/** By person, the message that they have read a channel up to. */
export type Positions = ReadonlyMap<string, string>;

/** The positions that the service has answered. */
export function positionsOf(receipts: readonly Receipt[]): Positions {
  return withReceipts(new Map(), receipts);
}

/** The positions after an event, which are the same where it moves none. An own post tells of no other movement. */
export function afterEvent(positions: Positions, channelId: string, { type, data }: PalaverEvent): Positions {
  if (type === 'receipts.updated' && data.channelId === channelId)
    return withReceipts(positions, data.receipts);
  const isListed = type === 'message.created' && (data.threadId === null || data.alsoInChannel);
  if (isListed && data.channelId === channelId)
    return positions.has(data.userId)
      ? withReceipts(positions, [{ userId: data.userId, lastReadMessageId: data.id }])
      : positions;
  return positions;
}

function withReceipts(positions: Positions, receipts: readonly Receipt[]): Positions {
  return new Map([
    ...positions,
    ...receipts.map(({ userId, lastReadMessageId }) => [userId, lastReadMessageId] as const),
  ]);
}

/** Whom a message is shown to be read by: those who have read up to it and no further, but its author and oneself. */
export function readersOf(
  positions: Positions,
  { id, userId: authorId }: { readonly id: string; readonly userId: string },
  myId: string | null,
): readonly string[] {
  return [...positions].flatMap(([userId, messageId]) =>
    messageId === id && userId !== authorId && userId !== myId ? userId : [],
  );
}
