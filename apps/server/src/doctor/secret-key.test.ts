import { checkSecretKey, PURPOSES, rotateSecretKey, secretsUnder } from '@palaver/core';
import { createDatabase, newId, tables } from '@palaver/db';
import { createTestDatabase } from '@palaver/db/testing';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config/config.js';
import { checkSealed } from './secret-key.js';

const [OLD_KEY, NEW_KEY] = ['o'.repeat(32), 'n'.repeat(32)];
const old = secretsUnder(OLD_KEY);
const rotated = secretsUnder(NEW_KEY, OLD_KEY);
const DAY_MS = 24 * 3_600_000;

test('says what a change of the key still needs, and when the key before can be removed', async () => {
  const database = await createTestDatabase();
  const { db, close } = createDatabase(database.connection, { max: 1 });
  onTestFinished(async () => {
    await close();
    await database.drop();
  });
  const found = async (SECRET_KEY: string, SECRET_KEY_PREVIOUS = '') => {
    const config = readConfig({ SECRET_KEY, SECRET_KEY_PREVIOUS, DATA_DIR: '/there/is/none' });
    const { status, found: text } = await checkSealed(config, db);
    return `${status} ${text}`;
  };
  expect(await found(OLD_KEY)).toBe('ok none is used yet');
  await checkSecretKey(db, old);
  const userId = newId();
  const createdAt = new Date();
  const purpose = PURPOSES.authenticatorApp(userId);
  await db.insert(tables.users).values({ id: userId, username: 'alice', displayName: 'Alice', createdAt });
  await db.insert(tables.totpSecrets).values({ userId, sealed: old.close('x', purpose), createdAt });
  expect(await found(OLD_KEY)).toBe('ok all secrets of the database are sealed under it');
  expect(await found(NEW_KEY)).toBe('fail 1 secrets of the database are sealed under another key');
  expect(await found('')).toBe('warn SECRET_KEY is not set, and DATA_DIR has no file secret-key');

  const STILL = 'secrets of the database are still sealed under SECRET_KEY_PREVIOUS';
  expect(await found(NEW_KEY, OLD_KEY)).toBe(`warn 1 ${STILL}`);
  await rotateSecretKey(db, rotated, new Date(Date.now() - 10 * DAY_MS));
  await db.update(tables.totpSecrets).set({ sealed: rotated.close('x', purpose) });
  // The service has not said that it is done.
  expect(await found(NEW_KEY, OLD_KEY)).toBe(`warn 0 ${STILL}`);
  await db.update(tables.secretKey).set({ previousFingerprint: null });
  const day = new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10);
  expect(await found(NEW_KEY, OLD_KEY)).toMatch(
    `ok SECRET_KEY_PREVIOUS can be removed on ${day}: until then`,
  );
  await db.update(tables.secretKey).set({ changedAt: new Date(Date.now() - 31 * DAY_MS) });
  expect(await found(NEW_KEY, OLD_KEY)).toBe('ok SECRET_KEY_PREVIOUS can be removed');
});
