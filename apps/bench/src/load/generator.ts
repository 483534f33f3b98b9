// The load generator's process: it does one job after the other, so that its CPU time is nobody else's.
import { runArchiveJob } from './archive-load.js';
import { runCrowdJob } from './crowd-load.js';
import { runHttpJob } from './http-load.js';
import type { FromGenerator, Outcome } from './job.js';
import { runMucJob } from './muc-load.js';
import { runResumeJob } from './resume-load.js';

const kind = process.argv[2];
if (kind === 'muc') serve(runMucJob);
else if (kind === 'archive') serve(runArchiveJob);
else if (kind === 'crowd') serve(runCrowdJob);
else if (kind === 'resume') serve(runResumeJob);
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
