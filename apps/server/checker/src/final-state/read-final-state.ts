import type { Scenario } from '../clients/scenario.js';
import type { FinalState, LoggedEvent } from '../history/final-state.js';
import type { HttpClient } from '../system/http-client.js';
import { readChannels } from './channels.js';
import { readDatabase } from './database.js';
import { readDownloads } from './downloads.js';

/** Reads what the database and the REST API hold. Consistent only when no client writes any more. */
export async function readFinalState(
  dataDir: string,
  http: HttpClient,
  scenario: Scenario,
): Promise<FinalState> {
  const stored = await readDatabase(dataDir);
  const downloads = await readDownloads(http, scenario, stored.log);
  return { ...stored, downloads, channels: await readChannels(http, scenario, rootIdsOf(stored.log)) };
}

/** The messages that have replies, by channel. */
function rootIdsOf(log: readonly LoggedEvent[]): Map<string, string[]> {
  const rootIds = new Map<string, Set<string>>();
  for (const { event } of log) {
    if (event.type !== 'message.created' || event.data.threadId === null) continue;
    const { channelId, threadId } = event.data;
    rootIds.set(channelId, (rootIds.get(channelId) ?? new Set()).add(threadId));
  }
  return new Map([...rootIds].map(([channelId, ids]) => [channelId, [...ids]]));
}
