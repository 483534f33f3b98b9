import { expect, test } from 'vitest';
import { isOutcomeUnknown, isTransient } from './transient.js';

const judged = (fields: object) => {
  const error = Object.assign(new Error('failed'), fields);
  return [isTransient(error), isOutcomeUnknown(error)];
};

test.each([
  ['08000', '08003', '08006', '08P01', '57P01', '57P02', '57P03', '57P05'],
  ['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'ANSWER_TIMEOUT'],
  ['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE'],
])('a transaction may have been committed after %s, %s, %s, %s', (...codes) => {
  for (const code of codes) expect(judged({ code }), code).toEqual([true, true]);
});

test.each([
  ['25006', '57014', '55P03', '40P01', '40001', '53300', '25P03'],
  [
    'CONNECT_TIMEOUT',
    'QUEUE_TIMEOUT',
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ],
])('it was not committed, and what caused it passes, after %s, %s, %s', (...codes) => {
  for (const code of codes) expect(judged({ code }), code).toEqual([true, false]);
});

test('a missing socket of the database passes; a missing file does not', () => {
  expect(judged({ code: 'ENOENT', syscall: 'connect' })).toEqual([true, false]);
  expect(judged({ code: 'ENOENT', syscall: 'open' })).toEqual([false, false]);
});

test.each(['23505', '23503', '42601', '57P04', '57P0', '008006', 'ECONNRESETX'])(
  'after %s it was not committed, and the cause stays',
  (code) => expect(judged({ code })).toEqual([false, false]),
);
