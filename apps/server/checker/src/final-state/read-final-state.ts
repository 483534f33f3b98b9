import type { Scenario } from '../clients/scenario.js';
import type { FinalState, LoggedEvent } from '../history/final-state.js';
import type { HttpClient } from '../system/http-client.js';
import { readChannels } from './channels.js';
import { readDatabase } from './database.js';
import { readDownloads } from './downloads.js';
import { readSearches } from './searches.js';
import { readUnread } from './unread.js';

/** Reads what the database and the REST API hold. Consistent only when no client writes any more. */
export async function readFinalState(
  dataDir: string,
  https: readonly HttpClient[],
  scenario: Scenario,
): Promise<FinalState> {
  const stored = await readDatabase(dataDir);
  const downloads = await readDownloads(https, scenario, stored.log);
  const unread = await readUnread(https, scenario);
  const channels = await readChannels(https, scenario, rootIdsOf(stored.log));
  const searches = await readSearches(https, scenario, stored.log);
  return { ...stored, downloads, unread, channels, searches };
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
