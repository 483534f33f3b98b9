import { createHash } from 'node:crypto';
import type { Scenario } from '../clients/scenario.js';
import type { LoggedEvent } from '../history/final-state.js';
import type { HttpClient } from '../system/http-client.js';

const ATTEMPTS_MAX = 5;

/**
 * Downloads every attachment that a message of the log was posted with, from every node. Returns the SHA-256 of its
 * bytes, or an error; both, if the nodes differ.
 */
export async function readDownloads(
  https: readonly HttpClient[],
  { owner, writers }: Scenario,
  log: readonly LoggedEvent[],
): Promise<Map<string, string>> {
  const [reader = owner] = writers;
  const ids = log.flatMap(({ event: { type, data } }) =>
    type === 'message.created' ? data.attachments.map(({ id }) => id) : [],
  );
  const downloads = new Map<string, string>();
  for (const id of ids) {
    const path = `/api/attachments/${id}`;
    const found = await Promise.all(https.map((http) => download(http, path, reader.token)));
    downloads.set(id, [...new Set(found)].join(', '));
  }
  return downloads;
}

async function download(http: HttpClient, path: string, token: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const bytes = await http.download(path, token);
    if (Buffer.isBuffer(bytes)) return createHash('sha256').update(bytes).digest('hex');
    if (bytes.kind === 'fail' || attempt === ATTEMPTS_MAX) return JSON.stringify(bytes);
  }
}
