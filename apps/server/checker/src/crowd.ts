import { calm } from './nemesis.js';
import { comeAndGo } from './people/passer-by.js';
import { RecentMessages } from './people/recent.js';
import { revoke, takeIn } from './people/revoker.js';
import { Subscriber } from './people/subscriber.js';
import { type Person, streamsOf } from './people/town.js';
import { Writer } from './people/writer.js';
import type { Persistence } from './recorder.js';
import type { Stage } from './stage.js';

const PACE_MS = 20;
const VICTIM_PACE_MS = 200;
const STALLED = 1;
/** How many shout at a time, and how often each: some 8 MB, more than the system's own buffers take. */
const SHOUTERS = 7;
const SHOUTS = 100;

/** Lets everybody write, come and go until told to stop; resolves when all that was begun is ended. */
export async function letPeopleAct(stage: Stage, stop: AbortSignal): Promise<void> {
  const { town, recorder, tally } = stage;
  const recent = new RecentMessages();
  const write = (person: Person, paceMs: number, persistence: Persistence) =>
    new Writer({ town, person, recorder, recent, persistence, paceMs }).run(stop);
  const revoking = (victim: Person) => {
    const persistence = persistenceOf(stage, `revoker of ${victim.name}`, false);
    const onRevoked = () => tally.add('faults', 'memberships revoked');
    return revoke({ town, recorder, persistence, onRevoked }, victim, stop);
  };
  await Promise.all([
    ...town.writers.map((person, n) =>
      write(person, PACE_MS, persistenceOf(stage, person.name, n % 2 === 1)),
    ),
    ...town.victims.map((person) => write(person, VICTIM_PACE_MS, persistenceOf(stage, person.name, false))),
    ...town.victims.map(revoking),
    comeAndGo(town, recorder, persistenceOf(stage, 'passer-by', true), stop),
  ]);
}

/** Makes everybody a member of what they listen to. */
export async function takeEverybodyIn(stage: Stage): Promise<void> {
  const { town, recorder } = stage;
  const persistence = persistenceOf(stage, 'taking everybody in', false);
  for (const victim of town.victims) await takeIn({ town, recorder, persistence }, victim);
}

function persistenceOf(stage: Stage, name: string, throughFaults: boolean): Persistence {
  return {
    http: throughFaults ? stage.proxied : stage.direct,
    random: stage.random.fork(name),
    retries: true,
    dropsKeys: stage.options.negative === 'no-keys',
  };
}

/** Those who listen, some of them through the faults, and those who stop reading now and then. */
export interface Audience {
  readonly subscribers: readonly Subscriber[];
  readonly stalled: readonly Subscriber[];
}

/** Seats everybody who listens; nobody is connected yet. */
export function seatAudience(stage: Stage): Audience {
  const { town, random } = stage;
  const steady = [town.owner, ...town.writers, town.passerBy].map((person, n) =>
    subscriber(stage, `${person.name}'s ear`, person, n % 2 === 1 ? 'faults' : 'direct'),
  );
  const victims = town.victims.flatMap((person) => [
    subscriber(stage, `${person.name}'s ear`, person, 'direct', random.int(60, 200)),
    subscriber(stage, `${person.name}'s other ear`, person, 'faults', random.int(60, 200)),
  ]);
  const stalled = town.writers
    .slice(0, STALLED)
    .map((person) => subscriber(stage, `${person.name}'s slow ear`, person, 'direct'));
  return { subscribers: [...steady, ...victims, ...stalled], stalled };
}

/** Listeners who were never there before. */
export function seatNewcomers(stage: Stage): Subscriber[] {
  const { owner, writers, victims, passerBy } = stage.town;
  return [owner, ...writers.slice(0, 1), ...victims, passerBy].map((person) =>
    subscriber(stage, `${person.name}'s new ear`, person, 'direct'),
  );
}

function subscriber(
  { town, reader, random, port, proxyPort, options }: Stage,
  name: string,
  person: Person,
  way: 'direct' | 'faults',
  askAgainMs = 400,
): Subscriber {
  const all = streamsOf(town, person);
  const hidden: readonly string[] = hears(person, town.victims, town.writers) ? [] : town.privateIds;
  return new Subscriber({
    name,
    person,
    streamIds: person === town.owner ? all : all.filter((id) => !hidden.includes(id)),
    port: way === 'direct' ? port : proxyPort,
    reader,
    random: random.fork(name),
    askAgainMs,
    ignoresCursors: options.negative === 'no-cursors',
  });
}

function hears(person: Person, ...groups: ReadonlyArray<readonly Person[]>): boolean {
  return groups.some((group) => group.includes(person));
}

/** Makes somebody stop reading again and again, while others shout: what is not read has to pile up to be too much. */
export async function stallAgainAndAgain(stage: Stage, who: Subscriber, stop: AbortSignal): Promise<void> {
  const { town, recorder, tally } = stage;
  const persistence = persistenceOf(stage, `shouting at ${who.name}`, false);
  const { random } = persistence;
  const recent = new RecentMessages();
  const shouter = new Writer({ town, person: town.owner, recorder, recent, persistence, paceMs: 0 });
  while (!stop.aborted) {
    await calm(random.int(1_000, 4_000), stop);
    const enough = new AbortController();
    const done = AbortSignal.any([stop, enough.signal]);
    const shouting = Promise.all(Array.from({ length: SHOUTERS }, () => shouter.shout(SHOUTS, done)));
    if (await who.stall(random.int(5_000, 10_000), stop)) tally.add('faults', 'readers stalled');
    enough.abort();
    await shouting;
  }
}
