import { connect as connectTcp } from 'node:net';
import type { Duplex } from 'node:stream';

/** The headers of a WebSocket's handshake. */
export const HANDSHAKE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

/** Sends a request byte for byte and returns everything that is received until the server closes the connection. */
export function rawRequest(
  port: number,
  head: string,
  headers: readonly string[] = HANDSHAKE,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp(port, '127.0.0.1', () =>
      socket.write(`${[head, ...headers].join('\r\n')}\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.once('close', () => resolve(text));
    socket.once('error', reject);
  });
}

/** The raw socket of a WebSocket that has just been opened. */
export function rawSocket(port: number, path: string, token: string | null): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const credential = token === null ? [] : [`Authorization: Bearer ${token}`];
    const lines = [`GET ${path} HTTP/1.1`, 'Host: x', ...credential, ...HANDSHAKE];
    const socket = connectTcp(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.once('data', () => resolve(socket));
    socket.once('error', reject);
  });
}
