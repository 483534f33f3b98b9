import { connect, type Socket } from 'node:net';

/** A TCP connection on which a test controls what is sent and when. */
export interface RawConnection {
  readonly socket: Socket;
  /** Resolves with everything received once it contains `expected`. */
  received(expected: string): Promise<string>;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
}

export async function openConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  // Some tests make the server reset the connection.
  socket.on('error', () => {});
  let text = '';
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    socket.emit('received');
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return {
    socket,
    closed,
    received: async (expected) => {
      while (!text.includes(expected)) {
        await new Promise<void>((resolve, reject) => {
          socket.once('received', resolve);
          socket.once('close', () => reject(new Error(`closed after: ${text}`)));
        });
      }
      return text;
    },
  };
}
