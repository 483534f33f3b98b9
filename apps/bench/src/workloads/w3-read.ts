import type { CellSpec, Measurement } from '../harness/cell.js';
import type { Goal } from '../harness/goals.js';
import type { Bench, Workload } from '../harness/workload.js';
import { startLoadGenerator } from '../load/load-generator.js';
import { startEjabberd } from '../targets/ejabberd/ejabberd.js';
import { fillArchive } from '../targets/ejabberd/fill-archive.js';
import { startReadFloor } from '../targets/floor/floor.js';
import { fillHistory } from '../targets/palaver/fill-history.js';
import { startPalaver } from '../targets/palaver/palaver.js';
import type { Target } from '../targets/target.js';
import { ejabberdReadMeasurement } from './measurements/ejabberd-read.js';
import { distancesBack, LIMIT, memberPage, newestPage, pagesBack, threadPage } from './measurements/pages.js';
import { CONNECTIONS, readMeasurement } from './measurements/read.js';

const MESSAGES = 1_000_000;
const BACK = 600_000;
const MEMBERS = 10_000;
const ACCOUNTS = 20;

const NEWEST = 'newest page, c=16';
const FAR_BACK = 'a page 600,000 messages back, c=16';
const THREAD = 'newest page of a thread of 20,000, c=16';
const MEMBER_LIST = 'members of a server of 10,000, c=16';
const LISTS = [NEWEST, FAR_BACK, THREAD, MEMBER_LIST];
const DEPTH = 'far back beside newest, c=16';

/** The measurements of one target, by cell. */
type Measurements = Partial<Record<string, Measurement>>;

export const read: Workload = {
  name: 'w3',
  title:
    'W3 read: pages of 50 in a channel of 1,000,000 messages beside a busier one of 1,000,000 newer ones',
  goals: [
    ...LISTS.map(
      (cell): Goal => ({ cell, metric: 'rate', of: 'palaver', to: 'floor', bound: { atLeast: 0.7 } }),
    ),
    { cell: DEPTH, metric: 'rate', of: 'far back', to: 'newest', bound: { atLeast: 0.8 } },
    { cell: DEPTH, metric: 'cpu', of: 'far back', to: 'newest', bound: { atMost: 1.2 } },
  ],
  async run(bench) {
    if (!bench.isSelected(...LISTS, DEPTH)) return;
    const { floor, palaver } = await startOnSameDatabase(bench);
    const ejabberd = bench.isSelected(NEWEST, FAR_BACK) ? await startArchive(bench) : {};
    for (const name of LISTS) {
      const targets = existing({ floor: floor[name], palaver: palaver[name], ejabberd: ejabberd[name] });
      await bench.measureCell({ name, reference: 'floor', headline: 'rate', targets });
    }
    const targets = existing({ newest: palaver[NEWEST], 'far back': palaver[FAR_BACK] });
    await bench.measureCell({ name: DEPTH, reference: 'newest', headline: 'rate', targets });
    bench.addNote(
      'The floor decodes 50 rows with an author in each. Palaver selects one row that holds each author once, and so it ' +
        'can be faster than the floor.',
    );
  },
};

/** Starts Palaver, and the floor on Palaver's database, so that both read the same rows from the same memory. */
async function startOnSameDatabase(bench: Bench): Promise<{ floor: Measurements; palaver: Measurements }> {
  const palaver = await startPalaver(bench, { channels: 2, accounts: ACCOUNTS });
  const { fixture, database } = palaver;
  await fillHistory(palaver, { messages: MESSAGES, members: MEMBERS });
  const floor = bench.stopAtEnd(await startReadFloor(database.url));
  const load = bench.stopAtEnd(startLoadGenerator('http'));
  const lists = {
    [NEWEST]: await newestPage(database.sql, fixture),
    [FAR_BACK]: await pagesBack(database.sql, fixture, BACK),
    [THREAD]: await threadPage(database.sql, fixture),
    [MEMBER_LIST]: await memberPage(database.sql, fixture),
  };
  const measurementsOf = (target: Target): Measurements =>
    Object.fromEntries(
      Object.entries(lists).map(([cell, pages]) => [
        cell,
        readMeasurement(bench, load, target, { pages, tokens: fixture.tokens }),
      ]),
    );
  return { floor: measurementsOf(floor), palaver: measurementsOf(palaver) };
}

/** Starts ejabberd, where it is installed, with archives of the same size. */
async function startArchive(bench: Bench): Promise<Measurements> {
  const ejabberd = await startEjabberd(bench, CONNECTIONS);
  if (ejabberd === null) return {};
  const sender = bench.stopAtEnd(startLoadGenerator('room-send'));
  const { room, page } = await fillArchive(ejabberd, sender, MESSAGES);
  const load = bench.stopAtEnd(startLoadGenerator('archive-read'));
  const farBack = distancesBack(BACK).map((distance) => page(distance, LIMIT));
  return {
    [NEWEST]: ejabberdReadMeasurement(bench, load, ejabberd, { room, pages: [page(0, LIMIT)] }),
    [FAR_BACK]: ejabberdReadMeasurement(bench, load, ejabberd, { room, pages: farBack }),
  };
}

function existing(measurements: Measurements): CellSpec['targets'] {
  return Object.fromEntries(
    Object.entries(measurements).flatMap(([name, measurement]) => (measurement ? [[name, measurement]] : [])),
  );
}
