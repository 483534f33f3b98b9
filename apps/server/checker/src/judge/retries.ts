import type { History, Operation, Violation } from '../history.js';

/** All successful answers to one key are the same answer. */
export function judgeRetries({ operations }: History): Violation[] {
  return operations.filter(({ key }) => key !== null).flatMap(differingAnswers);
}

function differingAnswers({ kind, key, attempts }: Operation): Violation[] {
  const answers = new Set(attempts.flatMap(({ outcome }) => (outcome.kind === 'ok' ? [outcome.body] : [])));
  if (answers.size <= 1) return [];
  return [
    {
      rule: 'a key has one answer',
      detail: `${kind} ${key} was answered in ${answers.size} ways: ${[...answers].join(' | ')}`,
    },
  ];
}
