import { countSealed, findKeyRow, secretsUnder } from '@palaver/core';
import type { Database } from '@palaver/db';
import type { Config } from '../config/config.js';
import { readKeyFile } from '../secret-key/key-file.js';
import { type Check, fail, ok, warn } from './check.js';

const DAY_MS = 24 * 3_600_000;
/** For so long a link to end mails has to work (16 CFR 316.5); such a link is all that has no shorter end. */
const LINKS_DAYS = 30;

/** Whether all that is sealed can be read, and whether SECRET_KEY_PREVIOUS is still needed. The database must have all migrations. */
export async function checkSealed(config: Config, db: Database): Promise<Check> {
  const row = await findKeyRow(db);
  // The first start makes the key.
  if (row === null) return ok('Secret key', 'none is used yet');
  const key = config.secretKey ?? (await readKeyFile(config.dataDir));
  if (key === null) {
    return warn(
      'Secret key',
      'SECRET_KEY is not set, and DATA_DIR has no file secret-key',
      'Put the key of this database back. Without it the next start makes another one, which opens nothing.',
    );
  }
  const secrets = secretsUnder(key, config.previousSecretKey);
  const { previous, unreadable } = await countSealed(db, secrets);
  if (unreadable > 0) {
    return fail(
      'Secret key',
      `${unreadable} secrets of the database are sealed under another key`,
      'Set SECRET_KEY, or SECRET_KEY_PREVIOUS, to that key (docs/rotating-secrets.md).',
    );
  }
  if (secrets.previousFingerprint === null)
    return ok('Secret key', 'all secrets of the database are sealed under it');
  if (previous > 0 || row.fingerprint !== secrets.fingerprint || row.previousFingerprint !== null) {
    return warn(
      'Secret key',
      `${previous} secrets of the database are still sealed under SECRET_KEY_PREVIOUS`,
      'Keep SECRET_KEY_PREVIOUS, and start the service: it seals them again.',
    );
  }
  const from = new Date((row.changedAt ?? new Date()).getTime() + LINKS_DAYS * DAY_MS);
  if (from > new Date()) {
    const day = from.toISOString().slice(0, 10);
    return ok(
      'Secret key',
      `SECRET_KEY_PREVIOUS can be removed on ${day}: until then it opens links in mails`,
    );
  }
  return ok('Secret key', 'SECRET_KEY_PREVIOUS can be removed');
}
