/** Every code with which the service closes a socket: why, and what the client does next (docs/protocol.md). */
export const CLOSE_CODES: Readonly<Record<number, string>> = {
  1002: 'A violation of the WebSocket protocol.',
  1003: 'A binary frame.',
  1007: 'A frame that is not valid UTF-8.',
  1008: 'A message of more than 4,096 fragments.',
  1009: 'A frame of more than 64 KiB.',
  1011: 'A fault of the service, also a log or a session that it cannot read now. Reconnect with your cursors after a pause.',
  1012: 'The service restarts, or this node of it has not reached its database for 10 seconds. Wait a random time of up to two seconds, and reconnect with your cursors.',
  4401: 'The session is over (signed out, expired, password changed, bot token rotated), or the client did not sign in in time. Sign in.',
  4408: 'More than 1 MiB was waiting to be sent to this client. Reconnect with your cursors; nothing is lost.',
  4409: 'The person has as many sockets and event streams open as one may. Close another one.',
};
