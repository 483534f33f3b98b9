import type { Socket } from 'node:net';

export interface LinkOptions {
  /** How much each direction may carry now. */
  readonly bytesPerSecond: () => number;
  readonly onEnd: () => void;
}

/** One connection through the proxy: two sockets, and what is carried between them. */
export class Link {
  readonly #client: Socket;
  readonly #service: Socket;
  #broken = false;

  constructor(client: Socket, service: Socket, { bytesPerSecond, onEnd }: LinkOptions) {
    this.#client = client;
    this.#service = service;
    this.#carry(client, service, bytesPerSecond);
    this.#carry(service, client, bytesPerSecond);
    service.once('close', onEnd);
  }

  /** Whether nothing goes through any more although an end is still open. */
  get broken(): boolean {
    return this.#broken;
  }

  cut(): void {
    for (const socket of [this.#client, this.#service]) {
      if (socket.destroyed) continue;
      // A reset needs a connection; one that is still being made is just given up.
      if (socket.connecting) socket.destroy();
      else socket.resetAndDestroy();
    }
  }

  silence(): void {
    this.#broken = true;
    this.#client.pause();
    this.#service.pause();
  }

  halfOpen(): void {
    this.silence();
    this.#client.resetAndDestroy();
  }

  #carry(from: Socket, to: Socket, bytesPerSecond: () => number): void {
    from.setNoDelay(true);
    from.on('data', (chunk) => {
      if (this.#broken) return;
      const full = !to.write(chunk);
      const waitMs = (chunk.length / bytesPerSecond()) * 1_000;
      if (!full && waitMs < 1) return;
      from.pause();
      const goOn = () => setTimeout(() => this.#resume(from), waitMs);
      if (full) to.once('drain', goOn);
      else goOn();
    });
    from.on('error', () => {});
    from.on('end', () => {
      if (!this.#broken) to.end();
    });
    from.on('close', () => {
      if (!this.#broken) to.destroy();
    });
    from.resume();
  }

  #resume(socket: Socket): void {
    if (!this.#broken && !socket.destroyed) socket.resume();
  }
}
