import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** For so long a service that stops is not ready while it serves everything else: a proxy stops using it meanwhile. */
const NOTICE_MS = 2_000;

/** Whether a service is about to stop. What answers reads it. */
export class Draining {
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }

  /** Once it has begun, each answer is the last one of its connection: a proxy sends nothing more on it. */
  closingConnections(listener: RequestListener): RequestListener {
    return (req, res) => {
      if (this.#begun) res.setHeader('Connection', 'close');
      listener(req, res);
    };
  }
}

/** What a drain acts on. */
interface Drained {
  readonly draining: Draining;
  readonly realtime: Emptied;
  /** Tells the other nodes. */
  readonly setDraining: () => Promise<void>;
}

/** Refuses new sockets, and ends those that are open over `withinMs` milliseconds. */
interface Emptied {
  drain(withinMs: number): Promise<void>;
}

/**
 * Hands the clients of a service over to other nodes within `seconds`: first it is not ready, then its sockets and event
 * streams are closed in slices. Requests are answered as before.
 */
export async function drain(seconds: number, { draining, realtime, setDraining }: Drained): Promise<void> {
  if (seconds === 0) return;
  const ms = seconds * 1_000;
  const noticeMs = Math.min(NOTICE_MS, ms / 4);
  draining.begin();
  // It writes a row, and the database may be away.
  await Promise.all([sleep(noticeMs), Promise.race([setDraining(), sleep(noticeMs)])]);
  await realtime.drain(ms - noticeMs);
}
