/** The part of WebSocket that the client uses. Browsers and the package `ws` provide it. */
export interface WebSocketLike {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  /** Ends a connection whose peer no longer answers. Browsers do not have it. */
  terminate?(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: 'close',
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void;
  addEventListener(type: 'error', listener: () => void): void;
}

export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** The global WebSocket of the platform; null if it has none. */
export function globalWebSocket(): WebSocketConstructor | null {
  // Node before 22 has none, although the DOM types say so.
  const { WebSocket }: { WebSocket?: WebSocketConstructor } = globalThis;
  return WebSocket ?? null;
}
