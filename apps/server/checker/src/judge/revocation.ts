import { effectOf, membershipIn } from '../effects.js';
import type { Entry, History, Listening, LoggedEvent, Violation } from '../history.js';
import { groupBy } from './group.js';

const RULE = 'nothing after revocation';

/** Whoever has lost a stream hears nothing of it, live or replayed, until they have it again. */
export function judgeRevocation(history: History): Violation[] {
  const departures = departuresOf(history);
  const begun = beginnings(history);
  return history.listenings.flatMap((listening) => [
    ...afterDeparture(listening, departures),
    ...duringAbsence(listening, history, begun),
  ]);
}

interface Membership {
  readonly seq: number;
  readonly joined: boolean;
}

type Memberships = ReadonlyMap<string, readonly Membership[]>;

/** The comings and goings in the streams that only members hear, by stream and user. */
function departuresOf({ serverId, final }: History): Memberships {
  const closed = new Set([
    serverId,
    ...final.channels.filter(({ isPrivate }) => isPrivate).map(({ id }) => id),
  ]);
  const changes = final.log.flatMap(({ streamId, seq, event }) => {
    if (!closed.has(streamId)) return [];
    const membership = membershipIn(event);
    return membership === null
      ? []
      : [{ name: `${streamId} ${membership.userId}`, seq, joined: membership.joined }];
  });
  return groupBy(changes, ({ name }) => name);
}

/**
 * By the log: `subscribed` says up to where the listener was judged; beyond that place, the first `member.left` is the
 * last thing that this grant brings.
 */
function afterDeparture({ name, userId, entries }: Listening, memberships: Memberships): Violation[] {
  let lastAllowed = new Map<string, number>();
  return entries.flatMap((entry) => {
    if (entry.kind === 'opened') lastAllowed = new Map();
    if (entry.kind === 'subscribed') {
      return entry.channels.flatMap(({ id, seq }) => {
        const changes = memberships.get(`${id} ${userId}`) ?? [];
        lastAllowed.set(
          id,
          changes.find((one) => one.seq > seq && !one.joined)?.seq ?? Number.POSITIVE_INFINITY,
        );
        if (changes.findLast((one) => one.seq <= seq)?.joined !== false) return [];
        return [{ rule: RULE, detail: `${at(name, entry)}: admitted to ${id} at ${seq}, after leaving it` }];
      });
    }
    if (entry.kind !== 'event') return [];
    const { streamId, seq } = entry.place;
    const allowed = lastAllowed.get(streamId) ?? Number.POSITIVE_INFINITY;
    if (seq <= allowed) return [];
    return [{ rule: RULE, detail: `${at(name, entry)}: ${streamId}:${seq} came, but left at ${allowed}` }];
  });
}

/** By the clock: what was only begun after a removal was answered does not reach the removed. */
function duringAbsence(
  { name, userId, entries }: Listening,
  { absences }: History,
  begun: ReadonlyMap<string, number>,
): Violation[] {
  const own = absences.filter((absence) => absence.userId === userId);
  return entries.flatMap((entry) => {
    if (entry.kind !== 'event') return [];
    const { streamId, seq } = entry.place;
    const startedAt = begun.get(`${streamId}:${seq}`);
    if (startedAt === undefined) return [];
    const absence = own.find(
      ({ streamIds, from, until }) =>
        streamIds.includes(streamId) && startedAt > from && entry.at > from && entry.at < until,
    );
    if (!absence) return [];
    const late = Math.round(startedAt - absence.from);
    return [{ rule: RULE, detail: `${at(name, entry)}: ${streamId}:${seq} was begun ${late} ms after` }];
  });
}

/** When the first attempt at what an event tells of was begun, by the event's place. */
function beginnings({ operations, final }: History): Map<string, number> {
  const byEffect = new Map<string, number>();
  for (const { effect, attempts } of operations) {
    const startedAt = attempts[0]?.startedAt ?? 0;
    byEffect.set(effect, Math.min(byEffect.get(effect) ?? startedAt, startedAt));
  }
  return new Map(final.log.flatMap((logged) => beginning(logged, byEffect)));
}

function beginning(
  { streamId, seq, event }: LoggedEvent,
  byEffect: ReadonlyMap<string, number>,
): Array<[string, number]> {
  // The same person comes and goes again and again, at first unrecorded, so that no attempt tells when this was begun.
  if (membershipIn(event) !== null) return [];
  const startedAt = byEffect.get(effectOf(event) ?? '');
  return startedAt === undefined ? [] : [[`${streamId}:${seq}`, startedAt]];
}

function at(name: string, { connection }: Entry): string {
  return `${name}, connection ${connection}`;
}
