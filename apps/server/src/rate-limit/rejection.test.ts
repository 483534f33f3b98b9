import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { rejectUpgrade } from './rejection.js';

/** A peer that takes nothing in. */
function deafSocket(): Duplex {
  return new Duplex({ read() {}, write() {} });
}

describe('rejectUpgrade', () => {
  it('survives an error of the socket, which nobody else listens to', async () => {
    const socket = deafSocket();
    rejectUpgrade(new IncomingMessage(new Socket()), socket);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.destroy(new Error('read ECONNRESET'));
    await closed;
    expect(socket.destroyed).toBe(true);
  });
});
