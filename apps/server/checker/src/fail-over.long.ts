import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '@palaver/db';
import { type Replicas, startReplicas } from '@palaver/db/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../src/testing/client.js';
import { startTestServiceOn, type TestService } from '../../src/testing/test-service.js';

const WRITERS = 8;
const PHASE_MS = 2_000;

let replicas: Replicas;
let service: TestService;

beforeEach(async () => {
  replicas = await startReplicas();
  service = await startTestServiceOn(
    { connection: { url: replicas.url }, url: replicas.url, drop: async () => {} },
    { RATE_PER_MINUTE: '1000000', RATE_BURST: '1000000' },
    { patience: {} },
  );
});
afterEach(async () => {
  await service?.close();
  await replicas?.stop();
});

interface Answers {
  readonly acknowledged: string[];
  readonly statuses: Map<number, number>;
}

async function write(
  person: Client,
  channelId: string,
  answers: Answers,
  until: () => boolean,
): Promise<void> {
  while (!until()) {
    const { status, body } = await person.post(`/api/channels/${channelId}/messages`, { content: 'kept' });
    answers.statuses.set(status, (answers.statuses.get(status) ?? 0) + 1);
    if (status === 201) answers.acknowledged.push(body.data.id);
  }
}

test('a synchronous standby that is promoted has every acknowledged message, and clients saw 201 and 503 alone', async () => {
  const alice = await service.person('alice');
  const { body: server } = await alice.post('/api/servers', { name: 'Acme' });
  const { body: channels } = await alice.get(`/api/servers/${server.data.id}/channels`);
  const answers: Answers = { acknowledged: [], statuses: new Map() };
  let over = false;
  const writers = Array.from({ length: WRITERS }, () =>
    write(alice, channels.data[0].id, answers, () => over),
  );

  await pause(PHASE_MS);
  replicas.killPrimary();
  const sql = connect(replicas.standby, { max: 1 });
  // The standby has no other way to know that its primary will not come back.
  await sql`select pg_promote()`;
  const before = answers.acknowledged.length;
  expect(before).toBeGreaterThan(0);
  await expect.poll(() => answers.acknowledged.length).toBeGreaterThan(before + WRITERS);
  await pause(PHASE_MS);
  over = true;
  await Promise.all(writers);

  const rows = await sql<{ id: string }[]>`select id from messages`;
  const stored = new Set(rows.map(({ id }) => id));
  expect(answers.acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect([...answers.statuses.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  await sql.end();
});

test('without its standby a post is 503, is not cancelled, and is there once when it is repeated later', async () => {
  const alice = await service.person('alice');
  const { body: server } = await alice.post('/api/servers', { name: 'Acme' });
  const { body: channels } = await alice.get(`/api/servers/${server.data.id}/channels`);
  const send = () =>
    alice.post(
      `/api/channels/${channels.data[0].id}/messages`,
      { content: 'unknown' },
      { headers: { 'Idempotency-Key': 'once' } },
    );
  const sql = connect(replicas.primary, { max: 1 });
  replicas.killStandby();
  // The receiver of a killed standby answers until it notices.
  await expect.poll(() => sql`select 1 from pg_stat_replication`).toHaveLength(0);

  expect((await send()).status).toBe(503);

  const waiting = await sql`select 1 from pg_stat_activity where wait_event = 'SyncRep'`;
  expect(waiting.length).toBeGreaterThan(0);
  await sql.unsafe(`alter system set synchronous_standby_names = ''`);
  await sql`select pg_reload_conf()`;
  expect((await send()).status).toBe(201);
  expect(await sql`select id from messages`).toHaveLength(1);
  await sql.end();
});
