import type { Socket } from 'node:net';

/** Only browsers need a random key. */
const KEY = 'cGFsYXZlci1iZW5jaC0xNg==';
const HEAD_END = '\r\n\r\n';

/** The request that upgrades a connection to a WebSocket (RFC 6455, 4.1). */
export function upgradeRequest(target: string, headers: Readonly<Record<string, string>>): string {
  const all = {
    ...headers,
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-version': '13',
    'sec-websocket-key': KEY,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}${HEAD_END}`;
}

export interface UpgradeHandlers {
  /** Called when the upgrade is accepted, before any data. */
  readonly onUpgrade: () => void;
  /** Receives all bytes after the response. */
  readonly onData: (chunk: Buffer) => void;
  readonly onRefused: (reason: string) => void;
}

/** Reads the response to the upgrade from a socket. */
export function readUpgradeResponse(socket: Socket, { onUpgrade, onData, onRefused }: UpgradeHandlers): void {
  let head = Buffer.alloc(0);
  const onHead = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf(HEAD_END);
    if (end === -1) return;
    socket.off('data', onHead);
    if (!head.toString('latin1', 0, 12).endsWith(' 101')) {
      onRefused(`the upgrade was answered with ${head.toString('latin1', 9, end)}`);
      return;
    }
    socket.on('data', onData);
    onUpgrade();
    if (end + HEAD_END.length < head.length) onData(head.subarray(end + HEAD_END.length));
  };
  socket.on('data', onHead);
}
