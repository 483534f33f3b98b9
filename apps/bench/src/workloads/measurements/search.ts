import { z } from 'zod';
import type { Measurement } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import type { LoadGenerator } from '../../load/load-generator.js';
import type { Palaver } from '../../targets/palaver/palaver.js';
import { restClient } from '../../targets/palaver/rest-client.js';
import { LIMIT } from './pages.js';
import { readMeasurement } from './read.js';

/** A search takes longer than a page. */
const FIRST_REQUESTS = 20;

const Found = z.object({ data: z.array(z.object({ message: z.object({ id: z.string() }) })) });

/** Measures the search of a server for one word. After every job the results are compared with those of a plain `like`. */
export function searchMeasurement(
  bench: Bench,
  load: LoadGenerator<'http'>,
  palaver: Palaver,
  word: string,
): Measurement {
  const { serverId, tokens } = palaver.fixture;
  const path = `/api/servers/${serverId}/search?q=${word}`;
  return readMeasurement(bench, load, palaver, {
    pages: [{ path, items: [] }],
    tokens,
    firstRequests: FIRST_REQUESTS,
    verify: () => checkFound(palaver, path, word),
  });
}

async function checkFound({ url, database, fixture }: Palaver, path: string, word: string): Promise<void> {
  const { data } = await restClient(url).get(Found, path, fixture.tokens[0] ?? '');
  const rows = await database.sql<{ id: string }[]>`
    select id from messages where content like ${`%${word}%`} order by id desc limit ${LIMIT}`;
  const found = data.map(({ message }) => message.id);
  if (found.length === 0 || found.join() !== rows.map(({ id }) => id).join())
    throw new Error(
      `The search for ${word} found ${found.length} messages, and not the newest of those that have it.`,
    );
}
