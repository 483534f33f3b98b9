import type { History } from '../history/history.js';
import type { Operation } from '../history/operation.js';
import type { Violation } from './violation.js';

/** All successful responses to one idempotency key have the same body. */
export function verifyRetries({ operations }: History): Violation[] {
  return operations.filter(({ key }) => key !== null).flatMap(differingResponses);
}

function differingResponses({ kind, key, attempts }: Operation): Violation[] {
  const bodies = new Set(attempts.flatMap(({ outcome }) => (outcome.kind === 'ok' ? [outcome.body] : [])));
  if (bodies.size <= 1) return [];
  const detail = `${kind} ${key} got ${bodies.size} responses: ${[...bodies].join(' | ')}`;
  return [{ property: 'all responses to one idempotency key are equal', detail }];
}
