// The load generator's process: it does one job after the other, so that its CPU time is nobody else's.

import { runHttpJob } from './http-load.js';
import type { FromGenerator, ToGenerator } from './job.js';

process.on('message', (job: ToGenerator) => {
  void runHttpJob(job).then(
    (outcome) => answer({ kind: 'done', outcome }),
    (error: unknown) =>
      answer({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));

function answer(message: FromGenerator): void {
  process.send?.(message);
}
