import { Event } from '@palaver/core';
import { z } from 'zod';
import type { Scenario } from '../clients/scenario.js';
import type { FinalChannel, Message } from '../history/final-state.js';
import type { HttpClient } from '../system/http-client.js';

const PAGE_SIZE = 100;
/** What a node answers of a message that it does not have: for its thread, and for a page before it. */
const LOST_MESSAGE: ReadonlySet<string> = new Set(['MESSAGE_NOT_FOUND', 'INVALID_INPUT']);
const ATTEMPTS_MAX = 5;
const TIMEOUT_MS = 30_000;

const ChannelResponse = z.object({
  data: z.object({ id: z.string(), isPrivate: z.boolean(), memberCount: z.int() }),
});
const ListResponse = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

type Get = <T>(schema: z.ZodType<T>, path: string) => Promise<T>;

/**
 * Reads every channel over the REST API of every node in turn. `rootIds` are the messages whose threads are read, by
 * channel.
 */
export function readChannels(
  https: readonly HttpClient[],
  { serverId, owner, writers, publicIds, privateIds }: Scenario,
  rootIds: ReadonlyMap<string, readonly string[]>,
): Promise<FinalChannel[]> {
  const [reader = owner] = writers;
  let reads = 0;
  const get: Get = (schema, path) => {
    const http = https[reads++ % https.length];
    if (http === undefined) throw new Error('There is no node to read from');
    return read(http, reader.token, schema, path);
  };
  return Promise.all(
    [...publicIds, ...privateIds].map((id) => readChannel(get, serverId, id, rootIds.get(id) ?? [])),
  );
}

async function readChannel(
  get: Get,
  serverId: string,
  channelId: string,
  rootIds: readonly string[],
): Promise<FinalChannel> {
  const path = `/api/servers/${serverId}/channels/${channelId}`;
  const { data } = await get(ChannelResponse, path);
  const members = await get(ListResponse, `${path}/members`);
  const threads = new Map<string, readonly Message[]>();
  for (const id of rootIds) threads.set(id, await readMessages(get, `/api/messages/${id}/thread`));
  return {
    ...data,
    memberIds: members.data.map(({ id }) => id),
    pinnedIds: (await get(ListResponse, `/api/channels/${channelId}/pins`)).data.map(({ id }) => id),
    messages: await readMessages(get, `/api/channels/${channelId}/messages`),
    threads,
  };
}

/** Reads all pages of a list of messages. Returns them oldest first. */
async function readMessages(get: Get, path: string): Promise<Message[]> {
  const messages: Message[] = [];
  for (;;) {
    const last = messages.at(-1);
    const query = `limit=${PAGE_SIZE}${last ? `&before=${last.id}` : ''}`;
    const { data } = await get(ListResponse, `${path}?${query}`);
    messages.push(...data.map(toMessage));
    if (data.length < PAGE_SIZE) return messages.reverse();
  }
}

/** A message in REST has the fields of its event's data except `seq`; the event's strict schema rejects any other. */
function toMessage(shown: object): Message {
  const { data } = Event.options[0].parse({ type: 'message.created', data: { ...shown, seq: 1 } });
  const { seq, superseded, nonce, ...message } = data;
  return message;
}

async function read<T>(http: HttpClient, token: string, schema: z.ZodType<T>, path: string): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await http.send({ method: 'GET', path, token, timeoutMs: TIMEOUT_MS });
    if (outcome.kind === 'ok') return schema.parse(JSON.parse(outcome.body));
    // A node that has lost a message has nothing of its thread and no page before it, and that is judged.
    if (outcome.kind === 'fail' && LOST_MESSAGE.has(outcome.code)) return schema.parse({ data: [] });
    if (attempt === ATTEMPTS_MAX) throw new Error(`GET ${path}: ${JSON.stringify(outcome)}`);
  }
}
