import { randomUUID } from 'node:crypto';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { userInfo } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { OPERATOR_HEADER } from './socket-path.js';

/** Where requests go: the operator's socket of a service on this machine, or any service with the token of an admin. */
export type Target = { readonly socketPath: string } | { readonly url: string; readonly token: string };

export interface Answer {
  readonly status: number;
  readonly text: string;
}

const TIMEOUT_MS = 30_000;

/** Sends a request with a JSON body. Rejects when nobody answers within 30 seconds. */
export async function sendRequest(
  target: Target,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const json = body === undefined ? null : JSON.stringify(body);
  const ofBody =
    json === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) };
  const { req, answered } = openRequest(target, method, path, ofBody, readText);
  req.end(json ?? undefined);
  return answered;
}

/** Sends a file in the field `file` of a form. Rejects when the service takes nothing of it for 30 seconds. */
export async function sendFile(
  target: Target,
  path: string,
  file: { readonly content: Readable; readonly sizeBytes: number; readonly type: string },
): Promise<Answer> {
  const boundary = randomUUID();
  const before = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: ${file.type}\r\n\r\n`;
  const after = `\r\n--${boundary}--\r\n`;
  const form = async function* () {
    yield before;
    yield* file.content;
    yield after;
  };
  const headers = {
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
    'Content-Length': before.length + file.sizeBytes + after.length,
  };
  const { req, answered } = openRequest(target, 'POST', path, headers, readText);
  // A refusal may come before the whole file is sent; the answer says why.
  const sent = pipeline(form, req).catch((error: unknown) => answered.catch(() => Promise.reject(error)));
  const [answer] = await Promise.all([answered, sent]);
  return answer;
}

/** Fetches a file into a stream. Returns a refusal, of which nothing is written; null for none. Rejects as `sendRequest` does. */
export async function fetchFile(target: Target, path: string, output: Writable): Promise<Answer | null> {
  const { req, answered } = openRequest(target, 'GET', path, {}, async (res) => {
    const status = res.statusCode ?? 0;
    if (status !== 200) return { status, text: await text(res) };
    await pipeline(res, output);
    return null;
  });
  req.end();
  return answered;
}

const readText = async (res: IncomingMessage): Promise<Answer> => ({
  status: res.statusCode ?? 0,
  text: await text(res),
});

function openRequest<Read>(
  target: Target,
  method: string,
  path: string,
  ofBody: Readonly<Record<string, string | number>>,
  read: (res: IncomingMessage) => Promise<Read>,
): { readonly req: ClientRequest; readonly answered: Promise<Read> } {
  const headers = {
    ...('token' in target ? { Authorization: `Bearer ${target.token}` } : { [OPERATOR_HEADER]: userName() }),
    ...ofBody,
  };
  const options = { method, headers, timeout: TIMEOUT_MS };
  const req =
    'url' in target
      ? (target.url.startsWith('https:') ? httpsRequest : httpRequest)(`${target.url}${path}`, options)
      : httpRequest({ ...options, socketPath: target.socketPath, path });
  req.once('timeout', () => req.destroy(new Error('no answer within 30 seconds')));
  const answered = new Promise<Read>((resolve, reject) => {
    req.once('error', reject);
    req.once('response', (res) => void read(res).then(resolve, reject));
  });
  return { req, answered };
}

/** The name of the system user; a container may have none. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
