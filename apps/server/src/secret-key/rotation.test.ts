import { findKeyRow } from '@palaver/core';
import { PASSWORD, totpCode } from '@palaver/core/testing';
import { createDatabase } from '@palaver/db';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../testing/client.js';
import { startTestServiceOn, type TestService } from '../testing/test-service.js';

const [OLD_KEY, NEW_KEY] = ['o'.repeat(32), 'n'.repeat(32)];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const start = (key: string, previous = '') =>
  startTestServiceOn(database, { SECRET_KEY: key, SECRET_KEY_PREVIOUS: previous });

/** Signs in with a code of a period that was not used before. */
async function signIn(service: TestService, secret: string, periods: number): Promise<number> {
  const totp = totpCode(secret, Date.now() + periods * 30_000);
  const given = { username: 'alice', password: PASSWORD, totp };
  return (await service.client(null).post('/api/auth/login', given)).status;
}

async function setUpTotp(who: Client): Promise<string> {
  const { body } = await who.post('/api/auth/second-factor/totp');
  const code = totpCode(body.data.secret, Date.now() - 30_000);
  expect((await who.post('/api/auth/second-factor/totp/confirm', { code })).status).toBe(200);
  return body.data.secret;
}

async function addressOfFile(who: Client): Promise<string> {
  const { body: server } = await who.post('/api/servers', { name: 'Acme' });
  const { body: channels } = await who.get(`/api/servers/${server.data.id}/channels`);
  const raw = new FormData();
  raw.append('file', new Blob(['a file']), 'a.txt');
  const upload = `/api/channels/${channels.data[0].id}/attachments`;
  const { body: files } = await who.post(upload, undefined, { raw });
  const { body } = await who.get(`/api/attachments/${files.data[0].id}/address`);
  return body.data.url;
}

async function untilSealedAnew(): Promise<void> {
  const { db, close } = createDatabase(database.connection, { max: 1 });
  await expect.poll(async () => (await findKeyRow(db))?.previousFingerprint).toBeNull();
  await close();
}

const statusOf = async (service: TestService, path: string) => (await fetch(service.url + path)).status;

test('authenticator apps and addresses of files outlive a rotation of SECRET_KEY, without a gap', async () => {
  const first = await start(OLD_KEY);
  const alice = await first.person('alice');
  const secret = await setUpTotp(alice);
  const address = await addressOfFile(alice);

  // The first node seals under the new key while the others do not know it: refused.
  await expect(start(NEW_KEY, OLD_KEY)).rejects.toThrow(/SECRET_KEY: another node/);
  const knowing = await start(OLD_KEY, NEW_KEY);
  await first.close();
  const rotated = await start(NEW_KEY, OLD_KEY);
  await untilSealedAnew();
  expect(await signIn(knowing, secret, 0)).toBe(200);
  expect(await statusOf(rotated, address)).toBe(200);
  expect((await rotated.client(alice.token).get('/api/users/me')).status).toBe(200);
  await knowing.close();

  const last = await start(NEW_KEY);
  await rotated.close();
  expect(await signIn(last, secret, 1)).toBe(200);
  expect(await statusOf(last, address)).toBe(404);
  await last.close();
  await expect(start(OLD_KEY)).rejects.toThrow(/sealed under another key/);
});
