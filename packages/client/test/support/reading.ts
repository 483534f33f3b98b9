import type { EventStream, PalaverEvent, PalaverEventOf } from '@palaver/client';

/** Reads a stream, without closing it, up to and including the first event for which `wanted` returns true. */
export async function readUntil(
  events: AsyncIterator<PalaverEvent>,
  wanted: (event: PalaverEvent) => boolean,
): Promise<PalaverEvent[]> {
  const read: PalaverEvent[] = [];
  for (;;) {
    const { done, value } = await events.next();
    if (done) throw new Error(`The stream ended after ${read.map(({ type }) => type).join(', ')}`);
    read.push(value);
    if (wanted(value)) return read;
  }
}

/** Begins to read, and resolves when the service has confirmed the subscription. */
export async function begin(stream: EventStream): Promise<AsyncIterator<PalaverEvent>> {
  const events = stream[Symbol.asyncIterator]();
  await readUntil(events, isType('subscribed'));
  return events;
}

export function isType<Type extends PalaverEvent['type']>(type: Type) {
  return (event: PalaverEvent): event is PalaverEventOf<Type> => event.type === type;
}

/** The contents of new messages, in the order received. */
export function contentsOf(events: readonly PalaverEvent[]): string[] {
  return events.filter(isType('message.created')).map(({ data }) => data.content);
}

export const hasContent = (content: string) => (event: PalaverEvent) =>
  event.type === 'message.created' && event.data.content === content;
