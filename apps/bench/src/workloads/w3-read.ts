import { startEjabberd } from '../contestants/ejabberd/ejabberd.js';
import { fillArchive } from '../contestants/ejabberd/fill-archive.js';
import { startPageFloor } from '../contestants/floor/floor.js';
import { fillHistory } from '../contestants/palaver/fill-history.js';
import { startPalaver } from '../contestants/palaver/palaver.js';
import type { Goal } from '../harness/goals.js';
import type { Sample } from '../harness/rounds.js';
import type { Bench, Workload } from '../harness/workload.js';
import { startLoad } from '../load/load.js';
import { archiveTurn } from './archive-turn.js';
import { distancesBack, LIMIT, memberPage, newestPage, pagesBack, threadPage } from './pages.js';
import { CONNECTIONS, readTurn } from './read-turn.js';

const MESSAGES = 1_000_000;
const BACK = 600_000;
const MEMBERS = 10_000;
const PEOPLE = 20;

const NEWEST = 'newest page, c=16';
const FAR_BACK = 'a page 600,000 messages back, c=16';
const THREAD = 'newest page of a thread of 20,000, c=16';
const MEMBER_LIST = 'members of a server of 10,000, c=16';
const DEPTH = 'far back beside newest, c=16';
const CELLS = [NEWEST, FAR_BACK, THREAD, MEMBER_LIST, DEPTH];

/** What a contestant does in its turn, by cell. */
type Turns = Partial<Record<string, () => Promise<Sample>>>;

export const read: Workload = {
  name: 'w3',
  title:
    'W3 read: pages of 50 in a channel of 1,000,000 messages beside a busier one of 1,000,000 newer ones',
  goals: [
    ...[NEWEST, FAR_BACK, THREAD, MEMBER_LIST].map(
      (cell): Goal => ({ cell, metric: 'rate', of: 'palaver', to: 'floor', bound: { atLeast: 0.7 } }),
    ),
    { cell: DEPTH, metric: 'rate', of: 'far back', to: 'newest', bound: { atLeast: 0.8 } },
    { cell: DEPTH, metric: 'cpu', of: 'far back', to: 'newest', bound: { atMost: 1.2 } },
  ],
  async run(bench) {
    if (!bench.wants(...CELLS)) return;
    const { floor, palaver } = await productTurns(bench);
    const ejabberd = bench.wants(NEWEST, FAR_BACK) ? await ejabberdTurns(bench) : {};
    for (const name of [NEWEST, FAR_BACK, THREAD, MEMBER_LIST]) {
      const contestants = present({ floor: floor[name], palaver: palaver[name], ejabberd: ejabberd[name] });
      await bench.measureCell({ name, reference: 'floor', headline: 'rate', contestants });
    }
    const contestants = present({ newest: palaver[NEWEST], 'far back': palaver[FAR_BACK] });
    await bench.measureCell({ name: DEPTH, reference: 'newest', headline: 'rate', contestants });
    bench.note(
      'The floor decodes 50 rows, with an author in each; what Palaver selects comes as one row, each author once, ' +
        'and so it can be faster than its floor.',
    );
  },
};

/** Palaver, and the floor on its tables, so that both meet the same rows in the same memory. */
async function productTurns(bench: Bench): Promise<{ floor: Turns; palaver: Turns }> {
  const palaver = await startPalaver(bench, { channels: 2, people: PEOPLE });
  const { seats, database } = palaver;
  await fillHistory(palaver, { messages: MESSAGES, members: MEMBERS });
  const floor = bench.keep(await startPageFloor(database.url));
  const load = bench.keep(startLoad());
  const pages = {
    [NEWEST]: await newestPage(database.sql, seats),
    [FAR_BACK]: await pagesBack(database.sql, seats, BACK),
    [THREAD]: await threadPage(database.sql, seats),
    [MEMBER_LIST]: await memberPage(database.sql, seats),
  };
  const turnsOf = (contestant: typeof floor): Turns =>
    Object.fromEntries(
      Object.entries(pages).map(([cell, asked]) => [
        cell,
        readTurn(bench, load, contestant, { pages: asked, tokens: seats.tokens }),
      ]),
    );
  return { floor: turnsOf(floor), palaver: turnsOf(palaver) };
}

/** ejabberd, where it is installed, with rooms whose archives are as long. */
async function ejabberdTurns(bench: Bench): Promise<Turns> {
  const ejabberd = await startEjabberd(bench, CONNECTIONS);
  if (ejabberd === null) return {};
  const { room, page } = await fillArchive(ejabberd, bench.keep(startLoad('muc')), MESSAGES);
  const load = bench.keep(startLoad('archive'));
  const farBack = distancesBack(BACK).map((distance) => page(distance, LIMIT));
  return {
    [NEWEST]: archiveTurn(bench, load, ejabberd, { room, pages: [page(0, LIMIT)] }),
    [FAR_BACK]: archiveTurn(bench, load, ejabberd, { room, pages: farBack }),
  };
}

function present(turns: Turns): Record<string, () => Promise<Sample>> {
  return Object.fromEntries(
    Object.entries(turns).flatMap(([name, turn]) => (turn === undefined ? [] : [[name, turn]])),
  );
}
