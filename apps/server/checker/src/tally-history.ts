import type { Entry, History, Operation } from './history.js';
import { isAcknowledged } from './judge/writes.js';
import type { Tally } from './tally.js';

/** Counts what a history holds. */
export function tallyHistory(tally: Tally, { operations, listenings }: History): void {
  for (const operation of operations) {
    tally.add('operations', operation.kind);
    tally.add('outcomes', outcomeOf(operation));
    for (const { outcome } of operation.attempts) {
      if (outcome.kind === 'ok') tally.add('attempts', 'answered with success');
      else tally.add('attempts', outcome.kind === 'refused' ? outcome.code : `unknown: ${outcome.reason}`);
    }
  }
  for (const entry of listenings.flatMap(({ entries }) => entries)) tallyEntry(tally, entry);
}

function outcomeOf(operation: Operation): string {
  if (isAcknowledged(operation)) return 'acknowledged';
  return operation.attempts.every(({ outcome }) => outcome.kind === 'refused') ? 'refused' : 'unknown';
}

function tallyEntry(tally: Tally, entry: Entry): void {
  if (entry.kind === 'closed') tally.add('connections closed', String(entry.code));
  else if (entry.kind === 'error') tally.add('frames', `error ${entry.code}`);
  else tally.add('frames', entry.kind);
}
