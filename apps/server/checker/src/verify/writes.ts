import { effectOf, effects } from '../history/effect.js';
import type { FinalState } from '../history/final-state.js';
import type { History } from '../history/history.js';
import { isAcknowledged, isLogged, type Operation } from '../history/operation.js';
import { groupBy } from '../support/group-by.js';
import type { Violation } from './violation.js';

/**
 * How often the log shows each effect: at least once for every acknowledged operation, at most once for every operation
 * (for every attempt, without an idempotency key), never for a failed one, and no post that nobody requested. An upload is
 * in a message or, where the outcome of its post is unknown, in a row alone.
 */
export function verifyWrites({ operations, finalState }: History): Violation[] {
  const counts = countEffects([
    ...finalState.log.map(({ event }) => effectOf(event)),
    ...uploadEffects(finalState),
  ]);
  const logged = operations.filter(isLogged);
  const requested = groupBy(logged, ({ effect }) => effect);
  const unrequested = [...counts.keys()].filter(
    (effect) => effect.startsWith('created ') && !requested.has(effect),
  );
  return [
    ...[...requested].flatMap(([effect, group]) => verifyEffect(effect, group, counts.get(effect) ?? 0)),
    ...unrequested.map(
      (effect): Violation => ({ property: 'no message is unrequested', detail: shorten(effect) }),
    ),
  ];
}

/** The effect of each attachment that a message carries or a row has. */
function uploadEffects({ log, attachments }: FinalState): string[] {
  const carried = log.flatMap(({ event: { type, data } }) =>
    type === 'message.created' ? data.attachments : [],
  );
  const names = new Map([...carried, ...attachments].map(({ id, filename }) => [id, filename]));
  return [...names.values()].map(effects.uploaded);
}

function countEffects(effects: ReadonlyArray<string | null>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const effect of effects) {
    if (effect !== null) counts.set(effect, (counts.get(effect) ?? 0) + 1);
  }
  return counts;
}

function verifyEffect(effect: string, operations: readonly Operation[], count: number): Violation[] {
  const least = operations.filter(isAcknowledged).length;
  const most = operations.reduce((sum, operation) => sum + mostEffectsOf(operation), 0);
  const detail = `${shorten(effect)}: ${count} in the log`;
  if (count < least)
    return [{ property: 'no acknowledged write is lost', detail: `${detail}, ${least} acknowledged` }];
  // A removal from the server also ends memberships in its channels; `verifyLog` checks that memberships alternate.
  if (count <= most || /^(joined|left) /.test(effect)) return [];
  const property = most === 0 ? 'no failed write is applied' : 'no write is applied twice';
  return [{ property, detail: `${detail}, at most ${most} requested` }];
}

/** An attempt without an idempotency key may be applied even after the next attempt was made. */
function mostEffectsOf({ key, attempts }: Operation): number {
  const possible = attempts.filter(({ outcome }) => outcome.kind !== 'fail').length;
  return key === null ? possible : Math.min(possible, 1);
}

function shorten(effect: string): string {
  return effect.length > 100 ? `${effect.slice(0, 100)}…` : effect;
}
