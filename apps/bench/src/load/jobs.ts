import type { Outcome } from './common/job.js';
import type { CrowdJob } from './crowd/crowd-job.js';
import type { DayJob, DayOutcome } from './day/day-job.js';
import type { FanOutJob } from './fan-out/fan-out-job.js';
import type { HttpJob } from './http/http-job.js';
import type { ResumeJob } from './resume/resume-job.js';
import type { ReturnJob } from './return/return-job.js';
import type { ReturnOutcome } from './return/return-load.js';
import type { ArchiveReadJob, RoomSendJob } from './xmpp/room-jobs.js';

/** The kinds of jobs. A load generator does jobs of one kind. */
export interface Jobs {
  readonly http: HttpJob;
  readonly crowd: CrowdJob;
  readonly day: DayJob;
  readonly 'fan-out': FanOutJob;
  readonly resume: ResumeJob;
  readonly return: ReturnJob;
  readonly 'room-send': RoomSendJob;
  readonly 'archive-read': ArchiveReadJob;
}

export type JobKind = keyof Jobs;

/** What was measured in a job of a kind. */
export type OutcomeOf<Kind extends JobKind> = Kind extends 'day'
  ? DayOutcome
  : Kind extends 'return'
    ? ReturnOutcome
    : Outcome;

/** What the process of the load generator answers to a job. */
export type JobReply<Kind extends JobKind> =
  | { readonly kind: 'done'; readonly outcome: OutcomeOf<Kind> }
  | { readonly kind: 'failed'; readonly reason: string };
