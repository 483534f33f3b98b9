import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromGenerator, Jobs, Outcome } from './job.js';

const GENERATOR = fileURLToPath(new URL('./generator.js', import.meta.url));

/** The load generator, in a process of its own. */
export interface Load<Kind extends keyof Jobs = 'http'> {
  readonly pid: number;
  /** Does one job; one at a time. Rejects when any answer was wrong or missing. */
  run(job: Jobs[Kind]): Promise<Outcome>;
  stop(): Promise<void>;
}

export function startLoad<Kind extends keyof Jobs = 'http'>(kind?: Kind): Load<Kind> {
  const child = fork(GENERATOR, kind === undefined ? [] : [kind], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('Cannot start the load generator.');
  const exited = once(child, 'exit');
  return {
    pid,
    async run(job) {
      const died = exited.then(() => {
        throw new Error('The load generator died.');
      });
      const answered = once(child, 'message');
      child.send(job);
      // What our own generator sends, over a channel that nobody else has.
      const [message] = (await Promise.race([answered, died])) as [FromGenerator];
      if (message.kind === 'failed') throw new Error(message.reason);
      return message.outcome;
    },
    async stop() {
      // It ends by itself when the channel does.
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
