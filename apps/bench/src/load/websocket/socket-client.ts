import { connect } from 'node:net';
import type { ConnectionSpec } from './connection-spec.js';
import { frameReader, type OnText, textFrame } from './frames.js';
import { handshake } from './handshake.js';
import { readUpgradeResponse, upgradeRequest } from './upgrade.js';

/** An open WebSocket. */
export interface SocketClient {
  send(text: string): void;
  close(): void;
  /** What has been received and sent so far. */
  bytes(): number;
}

/**
 * Opens a WebSocket and resolves after its handshake; `onText` receives every later frame. Rejects when the upgrade is
 * refused or the connection ends before; `onDisconnect` is called when the connection ends and was not closed by `close`.
 */
export function openSocketClient(
  { url, headers, handshake: steps }: ConnectionSpec,
  onText: OnText,
  onDisconnect: (reason: string) => void,
): Promise<SocketClient> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname, search } = new URL(url);
    const socket = connect(Number(port), hostname);
    let closed = false;
    const disconnect = (reason: string) => {
      if (closed) return;
      closed = true;
      socket.destroy();
      reject(new Error(`${reason}; received before: ${opening.unexpected() || 'nothing'}`));
      onDisconnect(reason);
    };
    const client = {
      send: (text: string) => void socket.write(textFrame(text)),
      close: () => {
        closed = true;
        socket.destroy();
      },
      bytes: () => socket.bytesRead + socket.bytesWritten,
    };
    const opening = handshake({ steps, send: client.send, onDone: () => resolve(client), onText });
    const read = frameReader({
      onText: opening.onText,
      onPing: (pong) => socket.write(pong),
      onClose: disconnect,
    });
    socket.setNoDelay(true);
    socket.on('error', (error) => disconnect(error.message));
    socket.on('close', () => disconnect('the connection ended'));
    socket.write(upgradeRequest(`${pathname}${search}`, { ...headers, host: `${hostname}:${port}` }));
    readUpgradeResponse(socket, { onUpgrade: opening.begin, onData: read, onRefused: disconnect });
  });
}
