import { adoptSecretKey, checkSecretKey, type Nodes, type Secrets, secretsUnder } from '@palaver/core';
import type { Database } from '@palaver/db';
import type { Config } from '../config/config.js';
import { keyFromFile } from './key-file.js';

/** The key of this process is not the one of the database. The message says what to do. */
export class SecretKeyError extends Error {}

/**
 * The secrets of the service, under `SECRET_KEY` or the key in the data folder. Where nothing is sealed yet and no
 * other node lives, as after a restore, the key becomes that of the database. Throws `SecretKeyError` for another key.
 */
export async function openSecrets(
  { secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>,
  db: Database,
  nodes: Nodes,
): Promise<Secrets> {
  const secrets = secretsUnder(secretKey ?? (await keyFromFile(dataDir)));
  const check = await checkSecretKey(db, secrets);
  if (check === 'same') return secrets;
  if (check === 'another, in use') throw new SecretKeyError(IN_USE);
  if (nodes.others().size > 0) throw new SecretKeyError(OF_OTHER_NODES);
  await adoptSecretKey(db, secrets);
  return secrets;
}

const IN_USE =
  'SECRET_KEY: secrets in the database are sealed under another key. Set SECRET_KEY to that key, or put its file back as ' +
  'DATA_DIR/secret-key. If the key is lost: palaver reset-secret-key --yes removes what was sealed under it, which are the ' +
  'authenticator apps of all accounts.';

const OF_OTHER_NODES =
  'SECRET_KEY: another node of this database runs with another key. Set SECRET_KEY to the same value on all nodes; the key of ' +
  'a node without it is in its DATA_DIR/secret-key.';
