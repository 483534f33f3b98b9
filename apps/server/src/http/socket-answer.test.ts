import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { answerUpgrade, socketAnswer } from './socket-answer.js';

test('an answer has its length in bytes and closes the connection', () => {
  expect(socketAnswer(429, [['Retry-After', '1']], '{"error":"é"}')).toBe(
    'HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: 14\r\n' +
      'Retry-After: 1\r\nConnection: close\r\n\r\n{"error":"é"}',
  );
});

/** A socket whose peer reads nothing. */
function stalledSocket(): Duplex {
  return new Duplex({ read() {}, write() {} });
}

test('an error of the socket does not end the process', async () => {
  const socket = stalledSocket();
  answerUpgrade(socket, 429, [], '{}');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.destroy(new Error('read ECONNRESET'));
  await closed;
  expect(socket.destroyed).toBe(true);
});
