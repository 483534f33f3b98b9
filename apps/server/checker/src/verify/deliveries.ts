import type { History } from '../history/history.js';
import type { SubscriberHistory } from '../history/subscriber-history.js';
import type { Property, Violation } from './violation.js';

/** The error codes that the service may send while its database is down. */
const TRANSIENT = new Set(['BUSY']);

/**
 * Every subscriber gets every event of its streams exactly once, in order, byte for byte as it was written or, after an
 * edit or a deletion, as the log has it at the end.
 */
export function verifyDeliveries({ subscribers, finalState }: History): Violation[] {
  const texts = new Map(
    finalState.log.map(({ streamId, seq, text, stored }) => [`${streamId}:${seq}`, [text, stored]]),
  );
  return subscribers.flatMap((subscriber) => [
    ...unexpectedFrames(subscriber),
    ...subscriber.streamIds.flatMap((streamId) =>
      verifyStream(subscriber, streamId, texts, finalState.heads.get(streamId) ?? 0),
    ),
  ]);
}

function verifyStream(
  { name, entries }: SubscriberHistory,
  streamId: string,
  texts: ReadonlyMap<string, readonly string[]>,
  head: number,
): Violation[] {
  const found: Violation[] = [];
  let last = 0;
  for (const entry of entries) {
    if (entry.kind !== 'event' || entry.position.streamId !== streamId) continue;
    const { seq } = entry.position;
    const add = (property: Property, detail: string) =>
      found.push({ property, detail: `${name}, connection ${entry.connection}, ${streamId}: ${detail}` });
    if (seq <= last) add('no event is delivered twice', `${seq} after ${last}`);
    if (seq > last + 1) add('no event is missing', `${seq} after ${last}`);
    if (!texts.get(`${streamId}:${seq}`)?.includes(entry.text))
      add('every delivered event equals the logged event', `${seq} differs`);
    last = Math.max(last, seq);
  }
  if (last < head)
    found.push({
      property: 'no event is missing',
      detail: `${name}, ${streamId}: ended at ${last} of ${head}`,
    });
  return found;
}

function unexpectedFrames({ name, entries }: SubscriberHistory): Violation[] {
  return entries.flatMap((entry): Violation[] => {
    const where = `${name}, connection ${entry.connection}`;
    if (entry.kind === 'resync')
      return [{ property: 'no subscriber needs a resync', detail: `${where}: ${entry.streamId}` }];
    if (entry.kind === 'malformed')
      return [{ property: 'every frame matches a schema', detail: `${where}: ${entry.text.slice(0, 200)}` }];
    if (entry.kind === 'error' && !TRANSIENT.has(entry.code))
      return [{ property: 'no subscriber receives an unexpected error', detail: `${where}: ${entry.code}` }];
    return [];
  });
}
