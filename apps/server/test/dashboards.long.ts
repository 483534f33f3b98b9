import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../src/testing/test-service.js';

const TOKEN = 'a-token-for-prometheus';
const DEPLOY = new URL('../../../deploy/', import.meta.url);

/** Series of a histogram have its name and an ending. */
const NAMED = /\b((?:palaver|nodejs|process)_[a-z0-9_]+?)(?:_bucket|_sum|_count)?(?=[{\s)[]|$)/g;
const OPERATION = /operation!?="([^"]+)"/g;

let service: TestService;
/** The metrics that a scrape declares, also without a value. */
let declared: Set<string>;

beforeAll(async () => {
  service = await startTestService({ METRICS_TOKEN: TOKEN });
  const { text } = await service
    .client(null)
    .get('/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } });
  declared = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name ?? ''));
});
afterAll(() => service.close());

const namesIn = (text: string) => [...text.matchAll(NAMED)].map(([, name]) => name ?? '');

/** The queries of a file: each `expr`, and those of variables. */
function queriesOf(file: string): string[] {
  const text = readFileSync(new URL(file, DEPLOY), 'utf8');
  if (file.endsWith('.yml')) return [text.replaceAll(/^ *(summary|- alert|- name): .*$/gm, '')];
  const queries: string[] = [];
  JSON.parse(text, (key, value) => {
    if ((key === 'expr' || key === 'query') && typeof value === 'string') queries.push(value);
    return value;
  });
  return queries;
}

test.each([
  ['grafana/palaver.json', 35],
  ['prometheus/alerts.yml', 11],
])('every query of %s names a metric that exists', (file, atLeast) => {
  const queries = queriesOf(file);
  const names = queries.flatMap(namesIn);
  expect(names.length).toBeGreaterThanOrEqual(atLeast);
  expect([...new Set(names)].filter((name) => !declared.has(name))).toEqual([]);
});

test('the operations that they name exist', () => {
  const text = ['grafana/palaver.json', 'prometheus/alerts.yml'].flatMap(queriesOf).join('\n');
  const named = new Set([...text.matchAll(OPERATION)].map(([, name]) => name));
  expect([...named].sort()).toEqual(['messages.send', 'realtime.events']);
});

test('the dashboard shows every metric of the service', () => {
  const shown = new Set(queriesOf('grafana/palaver.json').flatMap(namesIn));
  const own = [...declared].filter((name) => name.startsWith('palaver_'));
  // How many streams are followed follows from the subscriptions, and says nothing alone.
  expect(own.filter((name) => !shown.has(name))).toEqual(['palaver_followed_streams']);
});
