import { once } from 'node:events';
import { chmod, mkdir, unlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { Logger } from 'pino';
import {
  answers,
  fitsSocketAddress,
  newOperatorSocket,
  OPERATOR_HEADER,
  operatorFolder,
  operatorSockets,
} from './socket-path.js';

export interface OperatorServer {
  close(): Promise<void>;
}

/**
 * Serves `app` to the operator on a Unix-domain socket in the data folder. Who can open it, the service's user and
 * root, could read and change the database as well; so its requests need no token and have no rate limit. They reach
 * `/api/admin/` and `/health` alone. Where there can be no socket, the service runs without.
 */
export async function serveOperator(
  dataDir: string,
  log: Pick<Logger, 'warn'>,
  app: RequestListener,
): Promise<OperatorServer> {
  const path = await prepareOperatorSocket(dataDir, log);
  return path === null ? { close: async () => {} } : listenAsOperator(path, app);
}

/** Makes room for the operator's socket, and returns its path; null where there can be none. */
export async function prepareOperatorSocket(
  dataDir: string,
  log: Pick<Logger, 'warn'>,
): Promise<string | null> {
  const path = newOperatorSocket(dataDir);
  if (!fitsSocketAddress(path)) {
    const reason = 'the path of DATA_DIR is too long for a socket';
    log.warn({ path }, `The command line cannot reach this service without --url: ${reason}`);
    return null;
  }
  await mkdir(operatorFolder(dataDir), { recursive: true, mode: 0o700 });
  await chmod(operatorFolder(dataDir), 0o700);
  for (const left of await operatorSockets(dataDir)) if (!(await answers(left))) await removeSocket(left);
  return path;
}

/** Serves `app` on the prepared socket. The workers of one service share it, as they share the port. */
export async function listenAsOperator(path: string, app: RequestListener): Promise<OperatorServer> {
  const server = createServer((req, res) => {
    if (!/^\/(api\/admin\/|health$)/.test(req.url ?? '')) req.url = '/not-for-the-operator';
    req.operator = nameOf(req);
    app(req, res);
  });
  server.listen(path);
  await once(server, 'listening');
  // The folder has kept everybody else out since before.
  await chmod(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

/**
 * Removes the socket that a killed process has left. `rm` would ask for the file's type first, and Node's
 * `realpathSync` takes the answer "a socket" for one of its own: modules behind the symbolic links of pnpm are not
 * found after that.
 */
async function removeSocket(path: string): Promise<void> {
  await unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** A name for the audit log; the command line sends that of the system user. */
function nameOf({ headers }: IncomingMessage): string {
  const given = headers[OPERATOR_HEADER];
  return typeof given === 'string' && /^[\x21-\x7e]{1,64}$/.test(given) ? given : 'operator';
}
