import { effectOf } from '../effects.js';
import type { History, Operation, Violation } from '../history.js';
import { groupBy } from './group.js';

const MEMBERSHIP = /^(joined|left) /;

/** No acknowledged write is lost, none is done more often than it was asked for, and none that was refused is done. */
export function judgeWrites({ operations, final }: History): Violation[] {
  const told = new Map<string, number>();
  for (const { event } of final.log) {
    const effect = effectOf(event);
    if (effect !== null) told.set(effect, (told.get(effect) ?? 0) + 1);
  }
  const asked = groupBy(operations, ({ effect }) => effect);
  return [
    ...[...asked].flatMap(([effect, of]) => weigh(effect, of, told.get(effect) ?? 0)),
    ...[...told.keys()]
      .filter((effect) => effect.startsWith('created ') && !asked.has(effect))
      .map((effect) => ({ rule: 'nothing is made up', detail: `nobody asked for: ${brief(effect)}` })),
  ];
}

function weigh(effect: string, operations: readonly Operation[], count: number): Violation[] {
  const least = operations.filter(isAcknowledged).length;
  const most = operations.reduce((sum, operation) => sum + mostOf(operation), 0);
  const detail = `${brief(effect)}: ${count} in the log`;
  if (count < least)
    return [{ rule: 'no acknowledged write is lost', detail: `${detail}, ${least} acknowledged` }];
  // Of memberships a removal from the server makes more than it was asked for; `judgeLog` sees that they alternate.
  if (count <= most || MEMBERSHIP.test(effect)) return [];
  const rule = most === 0 ? 'what was refused is not done' : 'no write is done twice';
  return [{ rule, detail: `${detail}, at most ${most} asked for` }];
}

/** Whether any attempt was answered with success. */
export function isAcknowledged({ attempts }: Operation): boolean {
  return attempts.some(({ outcome }) => outcome.kind === 'ok');
}

/** An attempt without a key may do its work also after the next has begun. */
function mostOf({ key, attempts }: Operation): number {
  const possible = attempts.filter(({ outcome }) => outcome.kind !== 'refused').length;
  return key === null ? possible : Math.min(possible, 1);
}

function brief(effect: string): string {
  return effect.length > 100 ? `${effect.slice(0, 100)}…` : effect;
}
