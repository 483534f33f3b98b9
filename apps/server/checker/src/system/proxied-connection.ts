import type { Socket } from 'node:net';

export interface ProxiedConnectionOptions {
  /** The current limit of each direction. */
  readonly bytesPerSecond: () => number;
  readonly onClose: () => void;
}

/** One connection through the proxy: the client's socket, the service's socket, and the data between them. */
export class ProxiedConnection {
  readonly #client: Socket;
  readonly #service: Socket;
  #isBlackholed = false;

  constructor(client: Socket, service: Socket, { bytesPerSecond, onClose }: ProxiedConnectionOptions) {
    this.#client = client;
    this.#service = service;
    this.#forward(client, service, bytesPerSecond);
    this.#forward(service, client, bytesPerSecond);
    service.once('close', onClose);
  }

  /** Whether data is dropped although at least one end is still open. */
  get isBlackholed(): boolean {
    return this.#isBlackholed;
  }

  reset(): void {
    for (const socket of [this.#client, this.#service]) {
      if (socket.destroyed) continue;
      // Only an established connection can be reset.
      if (socket.connecting) socket.destroy();
      else socket.resetAndDestroy();
    }
  }

  blackhole(): void {
    this.#isBlackholed = true;
    this.#client.pause();
    this.#service.pause();
  }

  halfOpen(): void {
    this.blackhole();
    this.#client.resetAndDestroy();
  }

  #forward(from: Socket, to: Socket, bytesPerSecond: () => number): void {
    from.setNoDelay(true);
    from.on('data', (chunk) => {
      if (this.#isBlackholed) return;
      const isFull = !to.write(chunk);
      const waitMs = (chunk.length / bytesPerSecond()) * 1_000;
      if (!isFull && waitMs < 1) return;
      from.pause();
      const resumeLater = () => setTimeout(() => this.#resume(from), waitMs);
      if (isFull) to.once('drain', resumeLater);
      else resumeLater();
    });
    from.on('error', () => {});
    from.on('end', () => {
      if (!this.#isBlackholed) to.end();
    });
    from.on('close', () => {
      if (!this.#isBlackholed) to.destroy();
    });
    from.resume();
  }

  #resume(socket: Socket): void {
    if (!this.#isBlackholed && !socket.destroyed) socket.resume();
  }
}
