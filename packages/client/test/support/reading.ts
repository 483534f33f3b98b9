import type { EventStream, PalaverEvent, PalaverEventOf } from '@palaver/client';

/** Reads on in a stream, without closing it, until `wanted` says yes; returns what came, that event included. */
export async function readUntil(
  events: AsyncIterator<PalaverEvent>,
  wanted: (event: PalaverEvent) => boolean,
): Promise<PalaverEvent[]> {
  const read: PalaverEvent[] = [];
  for (;;) {
    const { done, value } = await events.next();
    if (done) throw new Error(`the stream ended; it brought ${read.map(({ type }) => type).join(', ')}`);
    read.push(value);
    if (wanted(value)) return read;
  }
}

/** Begins to read, and resolves when the subscription is in force. */
export async function begin(stream: EventStream): Promise<AsyncIterator<PalaverEvent>> {
  const events = stream[Symbol.asyncIterator]();
  await readUntil(events, isType('subscribed'));
  return events;
}

export function isType<Type extends PalaverEvent['type']>(type: Type) {
  return (event: PalaverEvent): event is PalaverEventOf<Type> => event.type === type;
}

/** What people said, in the order it came. */
export function contentsOf(events: readonly PalaverEvent[]): string[] {
  return events.filter(isType('message.created')).map(({ data }) => data.content);
}

export const says = (content: string) => (event: PalaverEvent) =>
  event.type === 'message.created' && event.data.content === content;
