import { setTimeout as pause } from 'node:timers/promises';
import { clientAddresses } from '../common/client-addresses.js';
import { ANSWER_WITHIN_MS, beforeDeadline } from '../common/deadline.js';
import type { DayJob, DayOutcome, DaySpec } from './day-job.js';
import type { DayPerson } from './day-person.js';
import { DayRecord } from './day-record.js';
import { pictureOf } from './picture.js';
import { activeMs, type PlannedAct, planOf } from './plan.js';
import { WebPerson } from './web/web-person.js';
import { requestTraffic, wireOf } from './web/wire.js';
import { XmppPerson } from './xmpp/xmpp-person.js';

/** So long after the last act everything has come. */
const QUIET_MS = 500;

const nextAddress = clientAddresses();
const picture = pictureOf(320, 240);

/** Lets everybody live through their day. Rejects when anything was refused or not answered. */
export async function runDayJob({ people, length, seed }: DayJob): Promise<DayOutcome> {
  const record = new DayRecord();
  const bytesBefore = requestTraffic.bytes();
  const plans = people.map((person, n) => planOf(seed * 100_000 + n, channelsOf(person), length));
  const startedAt = performance.now();
  const living = people.map((spec, n) => {
    const life = { name: `person ${n}`, plan: plans[n] ?? [], startedAt };
    return live(personOf(spec, record), life);
  });
  const persons = await Promise.all(living);
  const took = (performance.now() - startedAt) / 1_000;
  await pause(QUIET_MS);
  for (const person of persons) person.close();
  const times = record.times.summary();
  const delivered = times['message delivered'];
  if (delivered === undefined) throw new Error('Nobody has heard a message.');
  return {
    operations: delivered.count,
    seconds: took,
    p50Ms: delivered.p50Ms,
    p99Ms: delivered.p99Ms,
    times,
    messages: record.times.count('post') + record.times.count('reply') + record.times.count('upload'),
    activeSeconds: plans.reduce((sum, plan) => sum + activeMs(plan), 0) / 1_000,
    bytes: requestTraffic.bytes() - bytesBefore + record.socketBytes,
  };
}

interface Life {
  /** For errors. */
  readonly name: string;
  readonly plan: readonly PlannedAct[];
  readonly startedAt: number;
}

/** Whoever is late does the next act at once. */
async function live(person: DayPerson, { name, plan, startedAt }: Life): Promise<DayPerson> {
  for (const { at, act } of plan) {
    const wait = startedAt + at - performance.now();
    if (wait > 0) await pause(wait);
    const writingMs = 'typingMs' in act ? act.typingMs + act.pauseMs : 0;
    await beforeDeadline(`${act.kind} of ${name}`, ANSWER_WITHIN_MS + writingMs, person.do(act));
  }
  return person;
}

function channelsOf(spec: DaySpec): number {
  return (spec.kind === 'web' ? spec.channelIds : spec.rooms).length;
}

function personOf(spec: DaySpec, record: DayRecord): DayPerson {
  if (spec.kind === 'web') {
    const wire = wireOf(spec.url, spec.token, nextAddress());
    return new WebPerson({ spec, wire, record, picture });
  }
  return new XmppPerson(spec, record);
}
