import { Event } from '@palaver/core';
import { z } from 'zod';
import type { FinalChannel, Message } from '../history.js';
import type { Person, Town } from '../people/town.js';
import type { HttpClient } from './http.js';

const PAGE = 100;

const ChannelShown = z.object({
  data: z.object({ id: z.string(), isPrivate: z.boolean(), memberCount: z.int() }),
});
const Listed = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

/** Reads every channel by REST, as its reader sees it. `rootIds` are the messages whose threads are read. */
export function readChannels(
  http: HttpClient,
  town: Town,
  rootIds: ReadonlyMap<string, readonly string[]>,
): Promise<FinalChannel[]> {
  const [reader = town.owner] = town.writers;
  const get = <T>(schema: z.ZodType<T>, path: string) => read(http, reader, schema, path);
  const readChannel = async (channelId: string): Promise<FinalChannel> => {
    const path = `/api/servers/${town.serverId}/channels/${channelId}`;
    const { data } = await get(ChannelShown, path);
    const members = await get(Listed, `${path}/members`);
    const threads = new Map<string, readonly Message[]>();
    for (const id of rootIds.get(channelId) ?? [])
      threads.set(id, await list(get, `/api/messages/${id}/thread`));
    return {
      ...data,
      memberIds: members.data.map(({ id }) => id),
      messages: await list(get, `/api/channels/${channelId}/messages`),
      threads,
    };
  };
  return Promise.all([...town.publicIds, ...town.privateIds].map(readChannel));
}

type Get = <T>(schema: z.ZodType<T>, path: string) => Promise<T>;

/** All pages of a list of messages, oldest first. */
async function list(get: Get, path: string): Promise<Message[]> {
  const found: Message[] = [];
  for (;;) {
    const last = found.at(-1);
    const query = `limit=${PAGE}${last ? `&before=${last.id}` : ''}`;
    const { data } = await get(Listed, `${path}?${query}`);
    found.push(...data.map(toMessage));
    if (data.length < PAGE) return found.reverse();
  }
}

/** REST shows the event's data without its place, and nothing else: the strict schema of the event sees to it. */
function toMessage(shown: object): Message {
  const { data } = Event.options[0].parse({ type: 'message.created', data: { ...shown, seq: 1 } });
  const { seq, ...message } = data;
  return message;
}

async function read<T>(http: HttpClient, { token }: Person, schema: z.ZodType<T>, path: string): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await http.send({ method: 'GET', path, token, timeoutMs: 30_000 });
    if (outcome.kind === 'ok') return schema.parse(JSON.parse(outcome.body));
    if (attempt === 5) throw new Error(`GET ${path}: ${JSON.stringify(outcome)}`);
  }
}
