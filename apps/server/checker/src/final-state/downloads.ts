import { createHash } from 'node:crypto';
import type { Scenario } from '../clients/scenario.js';
import type { LoggedEvent } from '../history/final-state.js';
import type { HttpClient } from '../system/http-client.js';

const ATTEMPTS_MAX = 5;

/** Downloads every attachment that a message of the log was posted with. Returns the SHA-256 of its bytes, or an error. */
export async function readDownloads(
  http: HttpClient,
  { owner, writers }: Scenario,
  log: readonly LoggedEvent[],
): Promise<Map<string, string>> {
  const [reader = owner] = writers;
  const ids = log.flatMap(({ event: { type, data } }) =>
    type === 'message.created' ? data.attachments.map(({ id }) => id) : [],
  );
  const downloads = new Map<string, string>();
  for (const id of ids) downloads.set(id, await download(http, `/api/attachments/${id}`, reader.token));
  return downloads;
}

async function download(http: HttpClient, path: string, token: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const bytes = await http.download(path, token);
    if (Buffer.isBuffer(bytes)) return createHash('sha256').update(bytes).digest('hex');
    if (bytes.kind === 'fail' || attempt === ATTEMPTS_MAX) return JSON.stringify(bytes);
  }
}
