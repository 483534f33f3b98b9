import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The folder of the operator's sockets, which the service's user alone can enter. */
export function operatorFolder(dataDir: string): string {
  return join(dataDir, 'operator');
}

/** Tells the sockets of this machine from those of others in a shared folder, which do not answer here. */
const HERE = `socket-${createHash('sha256').update(hostname()).digest('hex').slice(0, 6)}-`;

/**
 * The path of a new Unix-domain socket on which the operator's requests arrive. Each service has its own: several can share a data
 * folder, and one that starts must not take the place of one that lives.
 */
export function newOperatorSocket(dataDir: string): string {
  return join(operatorFolder(dataDir), HERE + randomBytes(3).toString('hex'));
}

/** The sockets of services on this machine, also of those that were killed. */
export async function operatorSockets(dataDir: string): Promise<string[]> {
  const folder = operatorFolder(dataDir);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.startsWith(HERE)).map((name) => join(folder, name));
}

/** A socket of a living service with this data folder; null where there is none. Throws `EACCES` for other users. */
export async function livingOperatorSocket(dataDir: string): Promise<string | null> {
  for (const path of await operatorSockets(dataDir)) if (await answers(path)) return path;
  return null;
}

/** Whether a service listens there. Throws `EACCES`. */
export function answers(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const client = connect(path, () => resolve(true)).on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EACCES' ? reject(error) : resolve(false),
    );
    client.once('connect', () => client.destroy());
  });
}

/** The header with the name of the operator's system user, for the audit log. */
export const OPERATOR_HEADER = 'palaver-operator';

/** sun_path holds 108 bytes on Linux and 104 on macOS, the closing NUL included. */
export function fitsSocketAddress(path: string): boolean {
  return Buffer.byteLength(path) <= (process.platform === 'linux' ? 107 : 103);
}
