import { setMaxListeners } from 'node:events';
import {
  type Audience,
  letPeopleAct,
  seatAudience,
  seatNewcomers,
  stallAgainAndAgain,
  takeEverybodyIn,
} from './crowd.js';
import type { FinalState, History, Violation } from './history.js';
import { judge } from './judge/index.js';
import { calm, harmConnections, harmProcesses, PROCESS_FAULTS, type ProcessFault } from './nemesis.js';
import type { Negative, RunOptions } from './options.js';
import type { Subscriber } from './people/subscriber.js';
import { clearStage, type Stage, setStage } from './stage.js';
import { readDatabase, readHeads } from './system/database.js';
import { readChannels } from './system/final-state.js';
import type { Tally } from './tally.js';
import { tallyHistory } from './tally-history.js';
import { until } from './until.js';

/** Bounds, not expectations: a machine may be busy with other things. What is broken on purpose may never settle. */
const SETTLE_WITHIN_MS = 180_000;
const NEGATIVE_SETTLE_WITHIN_MS = 10_000;
/** A request that was given up may still have been done after everybody was taken in. */
const LOOK_AGAIN_AFTER_MS = 10_000;

const CALM_MS = 5_000;
const NEGATIVE_CALM_MS = 3_000;

/** The faults that make each kind of breakage show. */
const NEGATIVE_FAULTS: Readonly<Record<Negative, readonly ProcessFault[]>> = {
  'early-acknowledgement': ['kill -9 of all of Postgres'],
  'no-keys': ['kill -9 of the service'],
  'no-cursors': ['kill -9 of the service'],
};

export interface RunResult {
  readonly violations: readonly Violation[];
  readonly tally: Tally;
  /** Where the service's log and data are, if they were kept. */
  readonly folder: string | null;
}

/** Records a history while everything goes wrong, lets it heal, and judges it. */
export async function run(options: RunOptions): Promise<RunResult> {
  const stage = await setStage(options);
  let keep = true;
  try {
    const history = await record(stage);
    const violations = judge(history);
    tallyHistory(stage.tally, history);
    keep = options.keep || (violations.length > 0 && options.negative === null);
    return { violations, tally: stage.tally, folder: keep ? stage.folder : null };
  } finally {
    await clearStage(stage, keep);
  }
}

async function record(stage: Stage): Promise<History> {
  const { town, recorder, options } = stage;
  const curtain = new AbortController();
  const silence = new AbortController();
  // Everybody listens to these two.
  for (const { signal } of [curtain, silence]) setMaxListeners(0, signal);
  const audience = seatAudience(stage);
  const listening = audience.subscribers.map((one) => one.run(silence.signal));
  const action = act(stage, audience, curtain.signal);
  await calm(options.seconds * 1_000, silence.signal);
  curtain.abort();
  await settle(stage, action, audience.subscribers);

  const newcomers = seatNewcomers(stage);
  listening.push(...newcomers.map((one) => one.run(silence.signal)));
  await allReach(stage, newcomers);
  silence.abort();
  await Promise.all(listening);
  return {
    serverId: town.serverId,
    operations: recorder.operations,
    listenings: [...audience.subscribers, ...newcomers],
    absences: recorder.absences,
    incidents: recorder.incidents,
    final: await finalState(stage),
  };
}

async function act(stage: Stage, { stalled }: Audience, stop: AbortSignal): Promise<void> {
  const { options, random } = stage;
  const { negative } = options;
  const faults = negative === null ? PROCESS_FAULTS : NEGATIVE_FAULTS[negative];
  const calmMs = negative === null ? CALM_MS : NEGATIVE_CALM_MS;
  const nemesis = (name: string) => ({ ...stage, random: random.fork(name), faults, calmMs });
  const harm = Promise.all([
    harmProcesses(nemesis('processes'), stop),
    harmConnections(nemesis('connections'), stop),
    ...stalled.map((one) => stallAgainAndAgain(stage, one, stop)),
  ]);
  await Promise.all([letPeopleAct(stage, stop), harm]);
}

/** Waits until everything begun is ended and everybody has heard all of it. */
async function settle(
  stage: Stage,
  action: Promise<void>,
  subscribers: readonly Subscriber[],
): Promise<void> {
  const giveUp = setTimeout(() => stage.recorder.giveUp(), SETTLE_WITHIN_MS);
  await action;
  clearTimeout(giveUp);
  await allReach(stage, subscribers);
}

/** Waits for subscribers to hear all there is; whoever does not, the judge will name. */
async function allReach(stage: Stage, subscribers: readonly Subscriber[]): Promise<void> {
  const withinMs = stage.options.negative === null ? SETTLE_WITHIN_MS : NEGATIVE_SETTLE_WITHIN_MS;
  await until(async () => {
    await takeEverybodyIn(stage);
    const heads = await headsOnceUp(stage.dataDir);
    const reached = () => subscribers.every((one) => one.misled || one.hasReached(heads));
    return until(reached, LOOK_AGAIN_AFTER_MS);
  }, withinMs);
}

async function headsOnceUp(dataDir: string): Promise<ReadonlyMap<string, number>> {
  let heads: ReadonlyMap<string, number> = new Map();
  const up = await until(async () => {
    heads = await readHeads(dataDir).catch(() => new Map());
    return heads.size > 0;
  }, SETTLE_WITHIN_MS);
  if (!up) throw new Error('the database did not come back');
  return heads;
}

async function finalState({ dataDir, direct, town }: Stage): Promise<FinalState> {
  const stored = await readDatabase(dataDir);
  const rootIds = new Map<string, string[]>();
  for (const { event } of stored.log) {
    if (event.type !== 'message.created' || event.data.threadId === null) continue;
    const { channelId, threadId } = event.data;
    const known = rootIds.get(channelId) ?? [];
    if (!known.includes(threadId)) rootIds.set(channelId, [...known, threadId]);
  }
  return { ...stored, channels: await readChannels(direct, town, rootIds) };
}
