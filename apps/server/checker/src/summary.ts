import type { History } from './history/history.js';
import { isAcknowledged, type Operation } from './history/operation.js';
import type { Entry } from './history/subscriber-history.js';
import type { Tally } from './support/tally.js';

/** Adds the counts of a history: searches, operations, outcomes, attempts, frames and closed connections. */
export function tallyHistory(tally: Tally, { operations, searches, subscribers }: History): void {
  for (const { found } of searches) tally.add('searches', found.length > 0 ? 'found' : 'found nothing');
  for (const operation of operations) {
    tally.add('operations', operation.kind);
    tally.add('outcomes', outcomeOf(operation));
    for (const { outcome } of operation.attempts) {
      if (outcome.kind === 'ok') tally.add('attempts', 'ok');
      else
        tally.add('attempts', `${outcome.kind} ${outcome.kind === 'fail' ? outcome.code : outcome.reason}`);
    }
  }
  for (const entry of subscribers.flatMap(({ entries }) => entries)) tallyEntry(tally, entry);
}

function outcomeOf(operation: Operation): 'ok' | 'fail' | 'info' {
  if (isAcknowledged(operation)) return 'ok';
  return operation.attempts.every(({ outcome }) => outcome.kind === 'fail') ? 'fail' : 'info';
}

function tallyEntry(tally: Tally, entry: Entry): void {
  if (entry.kind === 'closed') tally.add('connections closed', String(entry.code));
  else if (entry.kind === 'error') tally.add('frames', `error ${entry.code}`);
  else tally.add('frames', entry.kind);
}
