// The load generator's process: it does one job after the other, so that its CPU time is nobody else's.
import { runArchiveJob } from './archive-load.js';
import { runHttpJob } from './http-load.js';
import type { FromGenerator, Outcome } from './job.js';
import { runMucJob } from './muc-load.js';

if (process.argv[2] === 'muc') serve(runMucJob);
else if (process.argv[2] === 'archive') serve(runArchiveJob);
else serve(runHttpJob);

function serve<Job>(run: (job: Job) => Promise<Outcome>): void {
  process.on('message', (job: Job) => {
    void run(job).then(
      (outcome) => answer({ kind: 'done', outcome }),
      (error: unknown) =>
        answer({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}

function answer(message: FromGenerator): void {
  process.send?.(message);
}
