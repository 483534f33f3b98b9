import { z } from 'zod';
import { readConfig } from '../config/config.js';
import { type Answer, fetchFile, sendFile, sendRequest, type Target } from '../operator/request.js';
import { livingOperatorSocket, operatorFolder } from '../operator/socket-path.js';
import { writeFile } from './backup/output-file.js';
import { CommandError, type Terminal } from './terminal.js';

const Success = z.object({ data: z.unknown() });
const Failure = z.object({
  error: z.string(),
  code: z.string().default('FAILED'),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

/** Calls `/api/admin/` of a service. The answer is what the schema says; an error is a `CommandError` with its code. */
export type AdminApi = <T>(schema: z.ZodType<T>, method: string, path: string, body?: object) => Promise<T>;

/**
 * The service that runs on this configuration, through the operator's socket in its data folder; or, with `url`, any
 * service, with the token of an admin in `PALAVER_TOKEN`.
 */
export function adminApi(terminal: Terminal, url: string | undefined): AdminApi {
  return async (schema, method, path, body) => {
    const target = await targetOf(terminal, url);
    const answer = await sendRequest(target, method, `/api/admin/${path}`, body).catch((error: unknown) => {
      throw unreachable(target, error);
    });
    return schema.parse(dataOf(answer));
  };
}

/** The same for a file that is sent as it is. */
export async function sendToAdmin<T>(
  terminal: Terminal,
  url: string | undefined,
  schema: z.ZodType<T>,
  path: string,
  file: Parameters<typeof sendFile>[2],
): Promise<T> {
  const target = await targetOf(terminal, url);
  const answer = await sendFile(target, `/api/admin/${path}`, file).catch((error: unknown) => {
    throw unreachable(target, error);
  });
  return schema.parse(dataOf(answer));
}

/** Fetches the file of a path to one of this machine, which is there only when it is complete. */
export async function fetchFromAdmin(
  terminal: Terminal,
  url: string | undefined,
  path: string,
  file: string,
): Promise<void> {
  const target = await targetOf(terminal, url);
  await writeFile(file, async (output) => {
    const refusal = await fetchFile(target, `/api/admin/${path}`, output).catch((error: unknown) => {
      throw unreachable(target, error);
    });
    if (refusal !== null) dataOf(refusal);
  });
}

async function targetOf(terminal: Terminal, url: string | undefined): Promise<Target> {
  return url === undefined ? onThisMachine(terminal) : remote(terminal, url);
}

async function onThisMachine({ env }: Terminal): Promise<Target> {
  const { dataDir } = readConfig(env);
  const socketPath = await livingOperatorSocket(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES') throw error;
    throw new CommandError(
      'NOT_PERMITTED',
      `Only the user that the service runs as, and root, may use ${operatorFolder(dataDir)}. Run this as that user.`,
    );
  });
  if (socketPath !== null) return { socketPath };
  throw new CommandError(
    'NOT_RUNNING',
    `No service runs with this data folder (no answer in ${operatorFolder(dataDir)}). Start it with "npm start", ` +
      'set DATA_DIR as it has it, or name another service with --url.',
  );
}

function remote({ env }: Terminal, url: string): Target {
  const token = env.PALAVER_TOKEN;
  if (!token) {
    throw new CommandError('NO_TOKEN', 'Set PALAVER_TOKEN to the session token of an admin of that service.');
  }
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new CommandError(
      'BAD_URL',
      '--url must be the address of a service, such as https://chat.example.com',
    );
  }
  return { url: url.replace(/\/+$/, ''), token };
}

function unreachable(target: Target, error: unknown): CommandError {
  const reason = error instanceof Error ? error.message : String(error);
  const name = 'url' in target ? target.url : `The service at ${target.socketPath}`;
  return new CommandError('UNREACHABLE', `${name} does not answer: ${reason}`);
}

function dataOf({ status, text }: Answer): unknown {
  const body = parse(text);
  if (status < 400) return Success.parse(body).data;
  const failure = Failure.safeParse(body);
  if (!failure.success) throw new CommandError('FAILED', `The service answered ${status}.`);
  const { error, code, issues } = failure.data;
  const sentences = issues.map(({ path, message }) => `${path} ${message}`);
  throw new CommandError(code, [error, ...sentences].join('\n  '));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
