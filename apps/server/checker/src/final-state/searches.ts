import type { Scenario } from '../clients/scenario.js';
import { SearchResponse } from '../clients/searcher.js';
import type { FinalSearch, LoggedEvent } from '../history/final-state.js';
import type { HttpClient } from '../system/http-client.js';

/** How many messages are looked for by their texts. */
const SAMPLES = 20;
const LIMIT = 100;
const TIMEOUT_MS = 30_000;

/** Searches each channel for its newest messages, and for some messages by their texts, from one node after the other. */
export async function readSearches(
  https: readonly HttpClient[],
  scenario: Scenario,
  log: readonly LoggedEvent[],
): Promise<FinalSearch[]> {
  const { serverId, owner, writers, publicIds, privateIds } = scenario;
  const { token } = writers[0] ?? owner;
  let reads = 0;
  const search = async (q: string): Promise<string[]> => {
    const http = https[reads++ % https.length];
    if (http === undefined) throw new Error('There is no node to read from');
    const path = `/api/servers/${serverId}/search?limit=${LIMIT}&q=${encodeURIComponent(q)}`;
    const outcome = await http.send({ method: 'GET', path, token, timeoutMs: TIMEOUT_MS });
    if (outcome.kind !== 'ok') throw new Error(`GET ${path}: ${JSON.stringify(outcome)}`);
    return SearchResponse.parse(JSON.parse(outcome.body)).data.map(({ message }) => message.id);
  };
  const found: FinalSearch[] = [];
  for (const channelId of [...publicIds, ...privateIds])
    found.push({ of: { channelId }, limit: LIMIT, foundIds: await search(`in:${channelId}`) });
  for (const [messageId, content] of sampleOf(log))
    found.push({ of: { messageId }, limit: LIMIT, foundIds: await search(`"${content}"`) });
  return found;
}

/** Messages spread over the log, with the first words of their last texts. */
function sampleOf(log: readonly LoggedEvent[]): Array<[string, string]> {
  const texts = new Map<string, string>();
  for (const { event } of log) {
    const { type, data } = event;
    if (type === 'message.created' || type === 'message.updated') texts.set(data.id, data.content);
    if (type === 'message.deleted') texts.delete(data.id);
  }
  const all = [...texts].filter(([, content]) => content !== '');
  const step = Math.max(1, Math.floor(all.length / SAMPLES));
  return all
    .filter((_, index) => index % step === 0)
    .map(([id, content]) => [id, content.split(' ').slice(0, 3).join(' ').slice(0, 60)]);
}
