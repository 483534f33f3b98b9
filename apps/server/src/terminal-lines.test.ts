import { describe, expect, test } from 'vitest';
import { terminalLines } from './terminal-lines.js';

const line = (fields: object) =>
  `${JSON.stringify({ level: 30, time: '2026-11-22T09:56:07.000Z', ...fields })}\n`;
const request = (statusCode: number, msg = 'request completed') =>
  line({
    requestId: 'a-request',
    client: '192.0.2.1',
    req: { method: 'GET', path: '/api/invites/{code}' },
    res: { statusCode },
    responseTime: 3,
    msg,
  });

describe('a request is one line on a terminal', () => {
  test('with its method, path, status and milliseconds', () => {
    expect(terminalLines(false)(request(200))).toMatch(
      /^\[\d\d:\d\d:\d\d\] INFO: GET \/api\/invites\/\{code\} 200 3 ms\n$/,
    );
    expect(terminalLines(false)(request(200, 'request aborted'))).toMatch(/ 200 3 ms \(aborted\)\n$/);
  });

  test.each([
    [200, 32],
    [404, 33],
    [503, 31],
  ])('with the status %s in the colour %s', (status, color) => {
    expect(terminalLines(true)(request(status))).toContain(`\u001b[${color}m${status}\u001b[`);
  });
});

test('any other line has its message and its fields', () => {
  const text = terminalLines(false)(line({ msg: 'Stopping', signal: 'SIGINT', note: '"req":{"method":' }));
  expect(text).toMatch(/INFO: Stopping \{"signal":"SIGINT","note":"\\"req\\":\{\\"method\\":"\}\n$/);
});
