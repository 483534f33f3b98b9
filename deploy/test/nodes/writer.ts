import type { PalaverClient } from '@palaver/client';

/** Writers that post one message after the other, as fast as they are answered. */
export interface Writers {
  /** What was acknowledged. */
  readonly posted: readonly string[];
  /** What the client gave up on, after its retries. */
  readonly failures: readonly unknown[];
  /** Resolves when the posts that are under way are done. */
  stop(): Promise<void>;
}

/** Starts a writer for each client. */
export function write(name: string, clients: readonly PalaverClient[], channelId: string): Writers {
  const posted: string[] = [];
  const failures: unknown[] = [];
  let stopping = false;
  const running = clients.map(async ({ api }, writer) => {
    for (let n = 0; !stopping; n++) {
      const content = `${name} ${writer} ${n}`;
      await api.messages.send.mutate({ channelId, content }).then(
        () => posted.push(content),
        (error: unknown) => failures.push(error),
      );
    }
  });
  return {
    posted,
    failures,
    stop: async () => {
      stopping = true;
      await Promise.all(running);
    },
  };
}
