import {
  adoptSecretKey,
  type Clock,
  checkSecretKey,
  type Nodes,
  rotateSecretKey,
  type Secrets,
  secretsUnder,
} from '@palaver/core';
import type { Database } from '@palaver/db';
import type { Config } from '../config/config.js';
import { keyFromFile } from './key-file.js';

/** The key of this process is not the one of the database. The message says what to do. */
export class SecretKeyError extends Error {}

type KeyConfig = Pick<Config, 'secretKey' | 'previousSecretKey' | 'dataDir'>;

/** The secrets under `SECRET_KEY` or the key in the data folder, and under `SECRET_KEY_PREVIOUS`. */
export async function secretsOf({ secretKey, previousSecretKey, dataDir }: KeyConfig): Promise<Secrets> {
  const key = secretKey ?? (await keyFromFile(dataDir));
  return secretsUnder(key, previousSecretKey === key ? null : previousSecretKey);
}

/**
 * Compares the key with the one of the database, and makes it that where it follows on it (docs/rotating-secrets.md). Where nothing is
 * sealed yet and no other node lives, as after a restore, any key becomes that of the database. Throws `SecretKeyError` for another
 * key.
 */
export async function claimSecretKey(
  secrets: Secrets,
  { db, nodes, clock }: { readonly db: Database; readonly nodes: Nodes; readonly clock: Clock },
): Promise<void> {
  const check = await checkSecretKey(db, secrets);
  switch (check) {
    case 'same':
      return;
    case 'rotated':
      return rotateSecretKey(db, secrets, clock.now());
    case 'previous missing':
      throw new SecretKeyError(STILL_NEEDED);
    case 'another, in use':
      throw new SecretKeyError(IN_USE);
    case 'another, unused':
      if (nodes.others().size > 0) throw new SecretKeyError(OF_OTHER_NODES);
      await adoptSecretKey(db, secrets);
  }
}

const IN_USE =
  'SECRET_KEY: secrets in the database are sealed under another key. Set SECRET_KEY to that key, or put its file back as ' +
  'DATA_DIR/secret-key. To change the key, set SECRET_KEY_PREVIOUS to that one. If it is lost: palaver reset-secret-key --yes ' +
  'removes the authenticator apps of all accounts, and replaces the secrets of webhooks.';

const STILL_NEEDED =
  'SECRET_KEY_PREVIOUS: secrets in the database are still sealed under the key before. Set SECRET_KEY_PREVIOUS to it, until ' +
  'palaver doctor says that it can be removed.';

const OF_OTHER_NODES =
  'SECRET_KEY: another node of this database runs with another key. Set SECRET_KEY to the same value on all nodes; the key of ' +
  'a node without it is in its DATA_DIR/secret-key.';
