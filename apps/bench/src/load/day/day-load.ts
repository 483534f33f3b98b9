import { setTimeout as pause } from 'node:timers/promises';
import { clientAddresses } from '../common/client-addresses.js';
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

/** Lets everybody live through their day. Rejects when anything was refused. */
export async function runDayJob({ people, seconds, seed }: DayJob): Promise<DayOutcome> {
  const record = new DayRecord();
  const bytesBefore = requestTraffic.bytes();
  const plans = people.map((person, n) => planOf(seed * 100_000 + n, channelsOf(person), seconds));
  const startedAt = performance.now();
  const living = people.map((spec, n) => live(personOf(spec, record), plans[n] ?? [], startedAt));
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

/** Whoever is late does the next act at once. */
async function live(person: DayPerson, plan: readonly PlannedAct[], startedAt: number): Promise<DayPerson> {
  for (const { at, act } of plan) {
    const wait = startedAt + at - performance.now();
    if (wait > 0) await pause(wait);
    await person.do(act);
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
