import type { Ending } from '@palaver/core';
import type { WebSocket } from 'ws';

/** A close code and its reason. */
export type Close = readonly [code: number, reason: string];

/** The codes and reasons with which the service closes a socket (docs/protocol.md); 1007 and 1009 come from `ws`. */
export const CLOSE = {
  BINARY: [1003, 'text frames only'],
  FAILED: [1011, 'something went wrong on our side'],
  LOG_UNREADABLE: [1011, 'the events cannot be read now, reconnect with your cursors'],
  RESTARTING: [1012, 'restarting'],
  SESSION_OVER: [4401, 'session over'],
  NOT_SIGNED_IN: [4401, 'not signed in in time'],
  TOO_SLOW: [4408, 'too slow, reconnect with your cursors'],
  TOO_MANY_SOCKETS: [4409, 'too many sockets of one person'],
} as const satisfies Record<string, Close>;

const CLOSE_OF: Readonly<Record<Ending, Close | null>> = {
  'session-over': CLOSE.SESSION_OVER,
  overflow: CLOSE.TOO_SLOW,
  'log-unreadable': CLOSE.LOG_UNREADABLE,
  restarting: CLOSE.RESTARTING,
  closed: null,
};

/** Closes a socket whose feed has ended. */
export function closeAfter(ws: WebSocket, ending: Ending): void {
  const close = CLOSE_OF[ending];
  if (close !== null) ws.close(...close);
}

/** Closes a socket, and terminates it when the peer has not answered the close within `ms` milliseconds. */
export function closeWithin(ws: WebSocket, ms: number, [code, reason]: Close): void {
  const timeout = setTimeout(() => ws.terminate(), ms);
  ws.once('close', () => clearTimeout(timeout));
  ws.close(code, reason);
}
