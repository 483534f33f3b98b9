import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeDeadline } from './common/deadline.js';
import { nextMessage } from './common/next-message.js';
import type { JobKind, JobReply, Jobs, OutcomeOf } from './jobs.js';

/** Longer than any job. */
const JOB_WITHIN_MS = 60 * 60_000;

const PROGRAM = fileURLToPath(new URL('./generator-process.js', import.meta.url));

/** A load generator, in a process of its own. */
export interface LoadGenerator<Kind extends JobKind> {
  readonly pid: number;
  /** Does one job; one at a time. Rejects when any response was wrong or missing, and when the job does not end. */
  run(job: Jobs[Kind]): Promise<OutcomeOf<Kind>>;
  stop(): Promise<void>;
}

export function startLoadGenerator<Kind extends JobKind>(kind: Kind): LoadGenerator<Kind> {
  const child = fork(PROGRAM, [kind], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { pid } = child;
  if (pid === undefined) throw new Error('Cannot start the load generator.');
  const exited = once(child, 'exit');
  return {
    pid,
    async run(job) {
      const replied = nextMessage<JobReply<Kind>>(child, 'The load generator ended unexpectedly.');
      child.send(job);
      const message = await beforeDeadline(`The load "${kind}"`, JOB_WITHIN_MS, replied);
      if (message.kind === 'failed') throw new Error(message.reason);
      return message.outcome;
    },
    async stop() {
      // The process ends when its channel is closed.
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
