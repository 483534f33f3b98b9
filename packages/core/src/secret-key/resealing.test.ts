import { newId, tables } from '@palaver/db';
import { eq, getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgCustomColumn, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PURPOSES, secretsUnder } from '../kernel/services/secrets.js';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type World } from '../testing/world.js';
import { adoptSecretKey, checkSecretKey, findKeyRow, rotateSecretKey } from './key-check.js';
import { replaceLostSecrets } from './lost-key.js';
import { PLACES } from './places.js';
import { resealing } from './resealing.js';
import { countSealed } from './sealed-texts.js';

/** That of every world. */
const OLD_KEY = 'the secret key of the services of all tests';
const NEW_KEY = 'n'.repeat(32);
const old = secretsUnder(OLD_KEY);
const rotated = secretsUnder(NEW_KEY, OLD_KEY);
const alone = secretsUnder(NEW_KEY);
const TEN_MINUTES_MS = 10 * 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const nameOf = ({ table, name }: { readonly table: PgTable; readonly name: string }) =>
  `${getTableName(table)}.${name}`;

test('each column of sealed texts has its place', () => {
  const columns = Object.values(tables)
    .filter((one) => is(one, PgTable))
    .flatMap((table) => Object.values(getTableColumns(table)))
    .filter((column) => is(column, PgCustomColumn) && column.getSQLType() === 'text');
  const places = Object.values(PLACES).flatMap((of) => of.map(({ sealed }) => nameOf(sealed)));
  expect(places.toSorted()).toEqual(columns.map(nameOf).toSorted());
});

/** Seals a text in each place, under the key of the world, and authenticator apps for more than one batch. */
async function sealEverywhere(accounts: number): Promise<void> {
  const { db } = world.services;
  const createdAt = world.clock.now();
  const ids = Array.from({ length: accounts }, () => newId());
  await db
    .insert(tables.users)
    .values(ids.map((id, n) => ({ id, username: `user-${n}`, displayName: 'User', createdAt })));
  const sealedFor = (userId: string) => old.close('totp', PURPOSES.authenticatorApp(userId));
  await db
    .insert(tables.totpSecrets)
    .values(ids.map((userId) => ({ userId, sealed: sealedFor(userId), createdAt })));

  const alice = await world.person('alice');
  const { id: serverId } = await createServerWith(alice);
  const [general] = await alice.call.channels.list({ serverId });
  const channelId = general?.id ?? '';
  const url = 'https://receiver.example/hooks';
  const eventTypes = ['message.created' as const];
  const { webhook } = await alice.call.outgoingWebhooks.create({ serverId, url, eventTypes });
  await alice.call.outgoingWebhooks.rotateSecret({ serverId, outgoingWebhookId: webhook.id });
  const { bot } = await alice.call.bots.create({ username: 'helper' });
  await alice.call.interactions.setEndpoint({ botId: bot.id, url });
  await alice.call.interactions.rotateEndpointSecret({ botId: bot.id });
  await alice.call.incomingWebhooks.create({ channelId, name: 'GitHub', githubSecret: 'a secret of GitHub' });
}

test('what is sealed under the key before is sealed anew, also when that is killed in the middle', async () => {
  const { db } = world.services;
  const lines: string[] = [];
  const log = { ...world.services.log, info: (_fields: object, message: string) => void lines.push(message) };
  const services = { db, clock: world.clock, log };
  await sealEverywhere(250);
  await db.delete(tables.secretKey);
  expect(await checkSecretKey(db, old)).toBe('same');
  expect(await checkSecretKey(db, alone)).toBe('another, in use');
  expect(await checkSecretKey(db, rotated)).toBe('rotated');
  await rotateSecretKey(db, rotated, world.clock.now());
  // Too early: most secrets would be lost.
  expect(await checkSecretKey(db, alone)).toBe('previous missing');
  expect(await checkSecretKey(db, old)).toBe('another, in use');
  // A node that still seals under the old key, and knows the new one.
  const behind = secretsUnder(OLD_KEY, NEW_KEY);
  expect(await resealing({ ...services, secrets: behind })()).toBe(false);

  const killed = resealing({ ...services, secrets: rotated });
  expect(await killed()).toBe(true);
  expect(await countSealed(db, rotated)).toEqual({ current: 200, previous: 55, unreadable: 0 });
  const [one, other] = [1, 2].map(() => resealing({ ...services, secrets: rotated }));
  const rest = async (work = one) => {
    while (await work?.());
  };
  await Promise.all([rest(one), rest(other)]);
  await rest(one);
  expect(await countSealed(db, alone)).toEqual({ current: 255, previous: 0, unreadable: 0 });
  expect(new Set(lines)).toEqual(new Set(['All secrets are sealed under SECRET_KEY']));
  expect((await findKeyRow(db))?.previousFingerprint).toBeNull();
  expect(await checkSecretKey(db, alone)).toBe('same');

  // What another node has sealed under the old key meanwhile.
  const [late] = await db.select().from(tables.totpSecrets).limit(1);
  const userId = late?.userId ?? '';
  const sealed = old.close('totp', PURPOSES.authenticatorApp(userId));
  await db.update(tables.totpSecrets).set({ sealed }).where(eq(tables.totpSecrets.userId, userId));
  await rest(one);
  expect((await countSealed(db, rotated)).previous).toBe(1);
  world.clock.advance(TEN_MINUTES_MS);
  await rest(one);
  expect((await countSealed(db, rotated)).previous).toBe(0);
});

test('a lost key costs the authenticator apps, and secrets of webhooks are replaced', async () => {
  const { db } = world.services;
  const other = secretsUnder('another key of the service, as long');
  expect(await db.transaction((tx) => replaceLostSecrets(tx, other))).toEqual({
    authenticatorApps: 250,
    webhookSecrets: 5,
  });
  expect(await countSealed(db, other)).toEqual({ current: 5, previous: 0, unreadable: 0 });
  expect(await checkSecretKey(db, other)).toBe('same');
  await adoptSecretKey(db, alone);
  expect(await checkSecretKey(db, other)).toBe('another, in use');
});
