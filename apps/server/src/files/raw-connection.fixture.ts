import { connect, type Socket } from 'node:net';

/** A connection on which a test decides itself what is sent and when. */
export interface RawConnection {
  readonly socket: Socket;
  /** Resolves with all that has come once it contains `text`. */
  received(text: string): Promise<string>;
  /** Resolves when the other side has closed. */
  readonly closed: Promise<void>;
}

export async function openConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  // A server that cuts off a sender resets the connection, which is what some tests are about.
  socket.on('error', () => {});
  let all = '';
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (chunk) => {
    all += chunk.toString('latin1');
    socket.emit('more');
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return {
    socket,
    closed,
    received: async (text) => {
      while (!all.includes(text)) {
        await new Promise<void>((resolve, reject) => {
          socket.once('more', resolve);
          socket.once('close', () => reject(new Error(`closed after: ${all}`)));
        });
      }
      return all;
    },
  };
}
