import { effectOf, membershipChangeOf } from '../history/effect.js';
import type { LoggedEvent } from '../history/final-state.js';
import type { Allowance, History } from '../history/history.js';
import type { SubscriberHistory } from '../history/subscriber-history.js';

/**
 * Events, described, that reached a removed user although the write was only invoked after the removal was
 * acknowledged. While a fault allows it, so long after the removal as the allowance says.
 */
export function revokedByClock(history: History): string[] {
  const invocationTimes = invocationTimesOf(history);
  return history.subscribers.flatMap((subscriber) => verifySubscriber(subscriber, history, invocationTimes));
}

function verifySubscriber(
  { name, userId, entries }: SubscriberHistory,
  { revokedIntervals, allowances }: History,
  invocationTimes: ReadonlyMap<string, number>,
): string[] {
  const own = revokedIntervals.filter((interval) => interval.userId === userId);
  let node = '';
  return entries.flatMap((entry) => {
    if (entry.kind === 'opened') node = entry.node;
    if (entry.kind !== 'event') return [];
    const { streamId, seq } = entry.position;
    const invokedAt = invocationTimes.get(`${streamId}:${seq}`);
    if (invokedAt === undefined) return [];
    const interval = own.find(
      ({ streamIds, from, until }) =>
        streamIds.includes(streamId) && invokedAt > from && entry.at > from && entry.at < until,
    );
    if (!interval) return [];
    const lateMs = Math.round(invokedAt - interval.from);
    const served = { node, from: interval.from, until: entry.at };
    if (lateMs <= allowedMs(allowances, served)) return [];
    return [
      `${name}, connection ${entry.connection} to ${node}: ${streamId}:${seq} was invoked ${lateMs} ms after the removal`,
    ];
  });
}

/** How long after its end a right may be served by a node in an interval, by the faults that overlap it. */
function allowedMs(allowances: readonly Allowance[], served: Omit<Allowance, 'ms'>): number {
  const active = allowances.filter(
    ({ node, from, until }) =>
      (node === null || node === served.node) && from <= served.until && until >= served.from,
  );
  return Math.max(0, ...active.map(({ ms }) => ms));
}

/** When the first attempt at each event was invoked, by the event's position. */
function invocationTimesOf({ operations, finalState }: History): Map<string, number> {
  const byEffect = new Map<string, number>();
  for (const { effect, attempts } of operations) {
    const invokedAt = attempts[0]?.invokedAt ?? 0;
    byEffect.set(effect, Math.min(byEffect.get(effect) ?? invokedAt, invokedAt));
  }
  return new Map(finalState.log.flatMap((logged) => invocationTime(logged, byEffect)));
}

function invocationTime(
  { streamId, seq, event }: LoggedEvent,
  byEffect: ReadonlyMap<string, number>,
): Array<[string, number]> {
  // The same user joins and leaves many times, also without a record during setup: no attempt belongs to one event.
  if (membershipChangeOf(event) !== null) return [];
  const invokedAt = byEffect.get(effectOf(event) ?? '');
  return invokedAt === undefined ? [] : [[`${streamId}:${seq}`, invokedAt]];
}
