// The process of a load generator. It is separate from the harness, so that its CPU time can be measured.
import { runCrowdJob } from './crowd/crowd-load.js';
import { runDayJob } from './day/day-load.js';
import { runFanOutJob } from './fan-out/fan-out-load.js';
import { runHttpJob } from './http/http-load.js';
import type { JobKind, JobReply, Jobs, OutcomeOf } from './jobs.js';
import { runResumeJob } from './resume/resume-load.js';
import { runReturnJob } from './return/return-load.js';
import { runArchiveReadJob } from './xmpp/archive-read-load.js';
import { runRoomSendJob } from './xmpp/room-send-load.js';

const runners: { readonly [Kind in JobKind]: (job: Jobs[Kind]) => Promise<OutcomeOf<Kind>> } = {
  http: runHttpJob,
  crowd: runCrowdJob,
  day: runDayJob,
  'fan-out': runFanOutJob,
  resume: runResumeJob,
  return: runReturnJob,
  'room-send': runRoomSendJob,
  'archive-read': runArchiveReadJob,
};

const kind = process.argv[2] ?? '';
if (!isJobKind(kind)) throw new Error(`There is no job kind "${kind}".`);
serve(kind);

function isJobKind(text: string): text is JobKind {
  return Object.hasOwn(runners, text);
}

function serve<Kind extends JobKind>(kind: Kind): void {
  process.on('message', (job: Jobs[Kind]) => {
    void runners[kind](job).then(
      (outcome) => reply({ kind: 'done', outcome }),
      (error: unknown) =>
        reply({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}

function reply(message: JobReply<JobKind>): void {
  process.send?.(message);
}
