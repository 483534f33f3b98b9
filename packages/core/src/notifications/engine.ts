import type { Transaction } from '@palaver/db';
import { lockStreams } from '../log/append.js';
import type { PlacedEvent } from '../log/append-events.js';
import type { Consumer, StreamBatch } from '../log/consumers/consumer.js';
import { type Stream, userStream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import type { AccessEnds, FindLost, LostInChannels, ReadPosition } from '../procedures/upward-calls.js';
import { type InboxEvents, inboxEvents } from './engine-events.js';
import { type MadeItems, makeItems } from './engine-items.js';
import { findAudience, NOBODY, PEOPLE_MAX } from './engine-people.js';
import { findDoomed } from './engine-removals.js';
import { findTellingChannels } from './engine-telling.js';
import {
  countItems,
  type Doomed,
  deleteItems,
  findReadersWithItems,
  insertMessageItems,
  markItemsRead,
  trimInboxes,
} from './engine-writes.js';
import { deletedEvents, readEvents } from './item-events.js';
import { type ItemRow, toNotification } from './item-rows.js';
import { findKeywordHits, type KeywordHits, saidIn } from './keyword-hits.js';
import type { ItemServices } from './reminder-items.js';

interface EngineServices extends ItemServices {
  /** Who is online in a server by a connection to this node. */
  readonly usersHere: (serverId: string) => readonly string[];
  /** What upper slices keep for people in channels. */
  readonly findLost: readonly FindLost[];
}

/** What the events of some streams do to inboxes, in one transaction. */
interface Effects extends MadeItems {
  readonly doomed: Doomed[];
  readonly lost: LostInChannels[];
  readonly read: ReadPosition[];
}

/**
 * The notification engine (docs/notifications.md): reads the log of channels and servers, and writes the inboxes. First
 * go the items that are to go; then come the people whom the events may notify, `PEOPLE_MAX` in a transaction, in the
 * order of their ids.
 */
export function notificationEngine(services: EngineServices): Consumer {
  return {
    name: 'notifications',
    kinds: ['channel', 'server'],
    everyMs: 250,
    postsMax: 2_000,
    consume: async (tx, emit, batches) => {
      const effects: Effects = { messages: [], counted: [], doomed: [], lost: [], read: [] };
      const parts: Array<string | null> = [];
      const read = batches.map((batch) => ({ batch, events: inboxEvents(batch) }));
      const [telling, keywords] = [await findTellingChannels(tx, read), await findKeywordHits(tx, read)];
      for (const { batch, events } of read)
        parts.push(events && (await gather(tx, services, { batch, events, telling, keywords }, effects)));
      await write(tx, emit, services, effects);
      return parts;
    },
  };
}

interface ReadBatch {
  readonly batch: StreamBatch;
  readonly events: InboxEvents;
  /** The channels that `findTellingChannels` has found. */
  readonly telling: ReadonlySet<string>;
  readonly keywords: KeywordHits;
}

/** Set while there may be more items that are to go; otherwise a part is the last person who was dealt with. */
const REMOVING = 'removing';

/** Adds what a batch does, or a part of it. Returns the part that is done; null where all is. */
async function gather(
  tx: Transaction,
  services: EngineServices,
  { batch, events, telling, keywords }: ReadBatch,
  effects: Effects,
): Promise<string | null> {
  if (batch.part === null || batch.part === REMOVING) {
    const doomed = hasRemovals(events) ? await findDoomed(tx, batch.stream, events) : [];
    const lost = endsAccess(events) ? await findAllLost(tx, services, batch.stream, events) : [];
    effects.doomed.push(...doomed);
    effects.lost.push(...lost);
    const isFull = ({ length }: { readonly length: number }) => length === PEOPLE_MAX;
    if (isFull(doomed) || lost.some(({ userIds }) => isFull(userIds))) return REMOVING;
  }
  const after = batch.part === null || batch.part === REMOVING ? NOBODY : batch.part;
  if (after === NOBODY) effects.read.push(...readByPosting(batch.stream.id, events));
  if (events.posted.every(({ isDeleted }) => isDeleted)) return null;
  const isThreaded = events.posted.some(({ repliesIn }) => repliesIn !== null);
  const said = saidIn(keywords, events);
  if (!isThreaded && said.size === 0 && !telling.has(batch.stream.id)) return null;
  return gatherItems(tx, services, { channelId: batch.stream.id, events, after, said, keywords }, effects);
}

async function findAllLost(
  tx: Transaction,
  { findLost }: EngineServices,
  stream: Stream,
  ends: AccessEnds,
): Promise<LostInChannels[]> {
  const all: LostInChannels[] = [];
  for (const find of findLost) all.push(await find(tx, stream, ends, PEOPLE_MAX));
  return all;
}

function hasRemovals(events: InboxEvents): boolean {
  const { deletedIds, posted } = events;
  return endsAccess(events) || deletedIds.length > 0 || posted.some(({ isEdit }) => isEdit);
}

function endsAccess({ leftIds, isClosed }: AccessEnds): boolean {
  return isClosed || leftIds.length > 0;
}

/** The events of a channel, for whom items are to be made. */
interface Asked {
  readonly channelId: string;
  readonly events: InboxEvents;
  /** People after this id. */
  readonly after: string;
  /** Who has a keyword that was said. */
  readonly said: ReadonlySet<string>;
  readonly keywords: KeywordHits;
}

async function gatherItems(
  tx: Transaction,
  { usersHere }: Pick<EngineServices, 'usersHere'>,
  { channelId, events, after, said, keywords }: Asked,
  effects: MadeItems,
): Promise<string | null> {
  const audience = await findAudience(tx, channelId, events, after, said);
  if (!audience) return null;
  const { serverId } = audience.channel;
  const isHere = audience.mentions.some(({ here }) => here);
  const online = new Set(isHere && serverId !== null ? usersHere(serverId) : []);
  const { messages, counted } = makeItems(channelId, events, audience, { online, keywords });
  effects.messages.push(...messages);
  effects.counted.push(...counted);
  return audience.last;
}

/** Whoever posts has read what came before. */
function readByPosting(channelId: string, { posted }: InboxEvents): ReadPosition[] {
  const positions = new Map<string, ReadPosition>();
  for (const { authorId, threadId, repliesIn, seq, isEdit } of posted) {
    if (isEdit) continue;
    positions.set(`${authorId} ${threadId}`, { userId: authorId, channelId, threadId, seq });
    if (repliesIn !== threadId)
      positions.set(`${authorId} ${repliesIn}`, { userId: authorId, channelId, threadId: repliesIn, seq });
  }
  return [...positions.values()];
}

/** The streams of all people are locked before anything is written, in the order in which every write locks them. */
async function write(
  tx: Transaction,
  emit: Emit,
  { clock, scheduleDigests }: EngineServices,
  effects: Effects,
): Promise<void> {
  const now = clock.now();
  const { messages, counted, doomed, lost, read } = effects;
  const made = [...messages, ...counted];
  const readers = read.length > 0 ? await findReadersWithItems(tx, read) : [];
  const keepers = lost.flatMap(({ userIds }) => userIds);
  const owners = new Set([...[...made, ...doomed].map(({ userId }) => userId), ...keepers, ...readers]);
  if (owners.size === 0) return;
  await lockStreams(tx, [...owners].sort().map(userStream));
  const placed: PlacedEvent[] = [];
  // First, because an item that counts does not count on once it is read.
  if (readers.length > 0) placed.push(...readEvents(await markItemsRead(tx, read, now), now));
  if (doomed.length > 0) placed.push(...deletedEvents(await deleteItems(tx, doomed)));
  for (const { userIds, remove } of lost) if (userIds.length > 0) placed.push(...(await remove()));
  if (messages.length > 0) {
    const items = await insertMessageItems(tx, messages, now);
    placed.push(...itemEvents(items, messages));
    await scheduleDigests(tx, items);
  }
  if (counted.length > 0) placed.push(...itemEvents(await countItems(tx, counted), counted));
  const withNew = placed.filter(({ event }) => event.type === 'notification.created');
  if (withNew.length > 0)
    await trimInboxes(
      tx,
      withNew.map(({ stream }) => stream.id),
    );
  if (placed.length > 0) await emit(placed);
}

/** Of new items, and of those that count more than before. */
function itemEvents(rows: readonly ItemRow[], made: ReadonlyArray<{ readonly id: string }>): PlacedEvent[] {
  const fresh = new Set(made.map(({ id }) => id));
  return rows.map((row) => ({
    stream: userStream(row.userId),
    event: {
      type: fresh.has(row.id) ? 'notification.created' : 'notification.updated',
      data: toNotification(row),
    },
  }));
}
