import type { Posters, StreamKind } from '../protocol/events/row.js';
import { type EventTypeWhere, framesOf, typesWhere } from '../protocol/events/table.js';
import type { Event } from '../protocol/events.js';

const typesIn = (kind: StreamKind, posters: Posters) =>
  typesWhere(({ streams }) => streams[kind] === posters);

const framesIn = (kind: StreamKind) => ({
  nobody: framesOf(typesIn(kind, 'nobody')),
  subject: framesOf(typesIn(kind, 'subject')),
});
const FRAMES = { channel: framesIn('channel'), server: framesIn('server'), user: framesIn('user') };

/** For whom the event of a frame changes what decides about posts. Of one that only a newer node knows nobody can tell. */
export function changedPosters(kind: StreamKind, frame: string): Posters {
  const { nobody, subject } = FRAMES[kind];
  if (nobody.test(frame)) return 'nobody';
  return subject.test(frame) ? 'subject' : 'everybody';
}

type AboutSubject = EventTypeWhere<
  | { readonly streams: { readonly channel: 'subject' } }
  | { readonly streams: { readonly server: 'subject' } }
  | { readonly streams: { readonly user: 'subject' } }
>;

/** Whom the event of a frame is about, where it changes this for one person. */
export function subjectOf(frame: string): string {
  // Only this service writes frames.
  const { data } = JSON.parse(frame) as Extract<Event, { type: AboutSubject }>;
  return data.userId;
}

/** The same as a condition of Postgres: whether an event of a stream of this kind changes it for nobody. */
export function changesNobody(kind: StreamKind): string {
  // A frame begins with its type. A regular expression takes ten times as long.
  return `split_part(frame, '"', 4) = any('{${typesIn(kind, 'nobody').join()}}'::text[])`;
}
