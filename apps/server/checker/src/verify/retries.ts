import type { History } from '../history/history.js';
import type { Operation } from '../history/operation.js';
import type { Violation } from './violation.js';

/**
 * All successful responses to one idempotency key have the same body. Of a message, a retry gets what holds now, once it
 * was edited or deleted.
 */
export function verifyRetries({ operations }: History): Violation[] {
  return operations.filter(({ key }) => key !== null).flatMap(differingResponses);
}

function differingResponses({ kind, key, effect, attempts }: Operation): Violation[] {
  const bodies = attempts.flatMap(({ outcome }) => (outcome.kind === 'ok' ? [outcome.body] : []));
  const answers = new Set(effect.startsWith('created ') ? answersToPost(bodies) : bodies.map(sameForever));
  if (answers.size <= 1) return [];
  const detail = `${kind} ${key} got ${answers.size} responses: ${[...bodies].join(' | ')}`;
  return [{ property: 'all responses to one idempotency key are equal', detail }];
}

/** A post that nobody has edited or deleted is answered in the same way again. */
function answersToPost(bodies: readonly string[]): string[] {
  const changed = bodies
    .map((body) => JSON.parse(body)?.data)
    .some((data) => data?.edited || data?.content === '');
  return changed ? bodies.map(sameForever) : [...bodies];
}

/** The fields of a message that nothing changes; any other answer as it is. */
function sameForever(body: string): string {
  const data = JSON.parse(body)?.data;
  if (typeof data?.content !== 'string') return body;
  const { id, channelId, userId, threadId, createdAt } = data;
  return JSON.stringify({ id, channelId, userId, threadId, createdAt });
}
