/** A connection to what carries the messages of the nodes. */
export interface BusConnection {
  /** Resolves once the message is handed over; rejects where that is not certain. Nothing is tried again. */
  send(message: string): Promise<void>;
  /** Resolves when no further message will arrive. */
  readonly closed: Promise<void>;
  /** Ends the connection without waiting for what is under way. May be called again. */
  close(): void;
}

/** What carries messages between the nodes: Postgres or Redis. It may lose them, and need not notice. */
export interface BusTransport {
  /** Of a message, in bytes of UTF-8. */
  readonly maxBytes: number;
  /**
   * Opens a connection that receives what any node sends from now on, this node included. Settles within some seconds, and
   * rejects where that is not possible now.
   */
  connect(onMessage: (message: string) => void): Promise<BusConnection>;
}
