import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
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
  const headers = {
    ...('token' in target ? { Authorization: `Bearer ${target.token}` } : { [OPERATOR_HEADER]: userName() }),
    ...(json === null
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) }),
  };
  const options = { method, headers, timeout: TIMEOUT_MS };
  const req =
    'url' in target
      ? (target.url.startsWith('https:') ? httpsRequest : httpRequest)(`${target.url}${path}`, options)
      : httpRequest({ ...options, socketPath: target.socketPath, path });
  req.once('timeout', () => req.destroy(new Error('no answer within 30 seconds')));
  const answered = new Promise<Answer>((resolve, reject) => {
    req.once('error', reject);
    req.once('response', (res) => {
      text(res).then((content) => resolve({ status: res.statusCode ?? 0, text: content }), reject);
    });
  });
  req.end(json ?? undefined);
  return answered;
}

/** The name of the system user; a container may have none. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
