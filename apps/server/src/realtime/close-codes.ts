/** The codes and reasons with which the service closes a socket (docs/protocol.md); 1007 and 1009 come from `ws`. */
export const CLOSE = {
  BINARY: [1003, 'text frames only'],
  FAILED: [1011, 'something went wrong on our side'],
  RESTARTING: [1012, 'restarting'],
  SESSION_OVER: [4401, 'session over'],
  TOO_SLOW: [4408, 'too slow, reconnect with your cursors'],
  TOO_MANY_FRAMES: [4429, 'too many frames'],
} as const satisfies Record<string, readonly [number, string]>;
