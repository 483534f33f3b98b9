/** One step of the exchange that follows the upgrade, before a socket can be used. */
export interface HandshakeStep {
  /** What the client sends; left out where the server begins. */
  readonly send?: string;
  /** The step is over when a frame that contains this text is received. */
  readonly until: string;
}

/** How a WebSocket to a target is opened. It is plain data, so that it can be sent to another process. */
export interface ConnectionSpec {
  /** `ws://127.0.0.1:3000/api/ws` */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly handshake: readonly HandshakeStep[];
}
