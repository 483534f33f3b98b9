/** What is used of a WebSocket: the browsers' has it, and that of the package `ws`. */
export interface WebSocketLike {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  /** Ends a connection whose peer no longer answers; browsers do not let one. */
  terminate?(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: 'close',
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void;
  addEventListener(type: 'error', listener: () => void): void;
}

export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** The platform's own WebSocket, where it has one. */
export function globalWebSocket(): WebSocketConstructor | null {
  // Node before 22 has none, whatever the types of the DOM say.
  const { WebSocket = null } = globalThis as { WebSocket?: WebSocketConstructor };
  return WebSocket;
}
