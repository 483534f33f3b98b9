import type { Entry, History, Listening, Violation } from '../history.js';

/** What the service may answer while its database is away. */
const PASSING = new Set(['BUSY']);

type EventEntry = Extract<Entry, { kind: 'event' }>;

/** Every subscriber gets every event of its streams once, in order, byte by byte as it stands in the log. */
export function judgeStreams({ listenings, final }: History): Violation[] {
  const texts = new Map(final.log.map(({ streamId, seq, text }) => [`${streamId}:${seq}`, text]));
  return listenings.flatMap((listening) => [
    ...complaints(listening),
    ...listening.streamIds.flatMap((id) => judgeStream(listening, id, texts, final.heads.get(id) ?? 0)),
  ]);
}

function judgeStream(
  { name, entries }: Listening,
  streamId: string,
  texts: ReadonlyMap<string, string>,
  head: number,
): Violation[] {
  const found: Violation[] = [];
  const complain = (rule: string, entry: EventEntry | null, detail: string) =>
    found.push({
      rule,
      detail: `${name}, ${entry ? `connection ${entry.connection}, ` : ''}${streamId}: ${detail}`,
    });
  let last = 0;
  for (const entry of entries) {
    if (entry.kind !== 'event' || entry.place.streamId !== streamId) continue;
    const { seq } = entry.place;
    if (seq <= last) complain('no event comes twice', entry, `${seq} after ${last}`);
    if (seq > last + 1) complain('no event is missing', entry, `${seq} after ${last}`);
    if (texts.get(`${streamId}:${seq}`) !== entry.text)
      complain('all hear the same', entry, `${seq} is not what the log holds`);
    last = Math.max(last, seq);
  }
  if (last < head) complain('no event is missing', null, `ended at ${last} of ${head}`);
  return found;
}

function complaints({ name, entries }: Listening): Violation[] {
  return entries.flatMap((entry) => {
    const where = `${name}, connection ${entry.connection}`;
    if (entry.kind === 'resync')
      return [{ rule: 'nothing is taken from the log', detail: `${where}: resync of ${entry.streamId}` }];
    if (entry.kind === 'malformed')
      return [{ rule: 'every frame has a schema', detail: `${where}: ${entry.text.slice(0, 200)}` }];
    if (entry.kind === 'error' && !PASSING.has(entry.code))
      return [{ rule: 'who may hear is not refused', detail: `${where}: ${entry.code}` }];
    return [];
  });
}
