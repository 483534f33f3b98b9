import type { Measurement } from '../harness/cell.js';
import type { Goal } from '../harness/goals.js';
import type { Bench, Workload } from '../harness/workload.js';
import { TIMED, type Timed } from '../load/day/day-times.js';
import { MESSAGES_BEFORE, worldOf } from '../load/day/world.js';
import { startLoadGenerator } from '../load/load-generator.js';
import { SOCKET_PATH, startEjabberd } from '../targets/ejabberd/ejabberd.js';
import { fillRooms } from '../targets/ejabberd/fill-rooms.js';
import { addDay } from '../targets/palaver/add-day.js';
import { startPalaverNodes } from '../targets/palaver/nodes.js';
import { countRows, createStorageCheck } from '../targets/storage-check.js';
import { webSocketUrl } from '../targets/target.js';
import { type DayMeasurements, dayMeasurements } from './measurements/day.js';

const SIZES = [500, 2_000, 8_000];
const PALAVER = 'palaver';
const TWO_NODES = 'palaver, 2 nodes';
const EJABBERD = 'ejabberd';

const cellOf = (people: number, what: string) => `${people.toLocaleString('en')} people: ${what}`;
const DAY = 'a day';

/** At 2,000 people. In milliseconds. */
const BOUNDS = { post: 50, 'message delivered': 80, switch: 60 } as const satisfies Partial<
  Record<Timed, number>
>;
const SIZE_OF_GOALS = 2_000;

export const day: Workload = {
  name: 'w14',
  title: 'W14 day: people in the web client',
  goals: goals(),
  async run(bench) {
    for (const people of SIZES) {
      const names = [DAY, ...TIMED].map((what) => cellOf(people, what));
      if (bench.isSelected(...names)) await measureSize(bench, people);
    }
  },
};

function goals(): readonly Goal[] {
  const times = Object.entries(BOUNDS).map(
    ([what, atMost]): Goal => ({
      cell: cellOf(SIZE_OF_GOALS, what),
      metric: 'p99Ms',
      of: PALAVER,
      to: null,
      bound: { atMost },
    }),
  );
  const cell = cellOf(SIZE_OF_GOALS, DAY);
  return [
    ...times,
    { cell, metric: 'personCpu', of: PALAVER, to: null, bound: { atMost: 1 } },
    { cell, metric: 'cpu', of: PALAVER, to: EJABBERD, bound: { atMost: 0.5 } },
    { cell, metric: 'personCpu', of: TWO_NODES, to: PALAVER, bound: { atMost: 1.25 } },
  ];
}

async function measureSize(bench: Bench, people: number): Promise<void> {
  const measured: Record<string, DayMeasurements> = {
    [PALAVER]: await palaverDay(bench, people, 1),
  };
  if (people <= SIZE_OF_GOALS) measured[TWO_NODES] = await palaverDay(bench, people, 2);
  const ejabberd = await ejabberdDay(bench, people);
  if (ejabberd !== null) measured[EJABBERD] = ejabberd;
  const all = (read: (of: DayMeasurements) => Measurement) =>
    Object.fromEntries(Object.entries(measured).map(([name, of]) => [name, read(of)]));
  await bench.measureCell({
    name: cellOf(people, DAY),
    reference: PALAVER,
    headline: 'personCpu',
    targets: all(({ day }) => day),
  });
  for (const what of TIMED)
    await bench.measureCell({
      name: cellOf(people, what),
      reference: PALAVER,
      headline: 'p50Ms',
      targets: all(({ of }) => of(what)),
    });
}

/** The people go to the nodes in turn. */
async function palaverDay(bench: Bench, people: number, count: number): Promise<DayMeasurements> {
  const service = await startPalaverNodes(bench, count, { channels: 1, accounts: 1 });
  const { nodes, database } = service;
  const world = worldOf(people);
  const members = await addDay(service, world);
  // What was there before the day has no events.
  const storageCheck = await createStorageCheck(() => countRows(database, 'messages'));
  return dayMeasurements(bench, {
    targets: nodes,
    database,
    length: world.length,
    people: members.map((member, n) => ({
      kind: 'web',
      ...member,
      url: nodes[n % nodes.length]?.url ?? service.url,
    })),
    verify: (messages) => storageCheck.verify(messages),
  });
}

/** Each channel is a room. Null where ejabberd is not installed. */
async function ejabberdDay(bench: Bench, people: number): Promise<DayMeasurements | null> {
  const ejabberd = await startEjabberd(bench, people);
  if (ejabberd === null) return null;
  const world = worldOf(people);
  const roomOf = (server: number, channel: number) => `server-${server}-channel-${channel}`;
  const rooms = world.servers.flatMap(({ channels }, server) =>
    Array.from({ length: channels }, (_, channel) => roomOf(server, channel)),
  );
  await fillRooms(ejabberd, bench.stopAtEnd(startLoadGenerator('room-send')), rooms, MESSAGES_BEFORE);
  const { domain, database, accounts } = ejabberd;
  const storageCheck = await createStorageCheck(() => countRows(database, 'archive'));
  return dayMeasurements(bench, {
    targets: [ejabberd],
    database,
    length: world.length,
    people: world.people.flatMap(({ server, channels }, n) => {
      const account = accounts[n];
      if (!account) return [];
      const url = webSocketUrl(ejabberd, SOCKET_PATH);
      return [
        { kind: 'xmpp', url, domain, account, rooms: channels.map((channel) => roomOf(server, channel)) },
      ];
    }),
    verify: (messages) => storageCheck.verify(messages),
  });
}
