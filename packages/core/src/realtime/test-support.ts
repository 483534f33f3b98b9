import { expect } from 'vitest';
import type { Actor } from '../kernel/services/actor.js';
import type { Ending } from '../procedures/feed.js';
import type { Event } from '../protocol/events.js';
import { ServiceFrame } from '../protocol/frames.js';
import type { Someone, World } from '../testing/world.js';
import type { Hub } from './hub.js';

type Since = Readonly<Record<string, number>>;

/** Someone's open feed, and what has come out of it, each frame held against its schema. */
export interface Ear {
  readonly heard: readonly ServiceFrame[];
  readonly ending: Ending | null;
  subscribe(channelIds: readonly string[], since?: Since): Promise<void>;
  unsubscribe(...ids: string[]): void;
  /** The text of the messages heard, in order. */
  messages(): string[];
  /** The places heard of a stream, in order. */
  places(streamId: string): number[];
  /** Waits for a frame like this. */
  until(frame: object): Promise<void>;
  /** Waits until the last message heard is this one. */
  untilMessage(content: string): Promise<void>;
  untilEnded(): Promise<void>;
  close(): void;
}

/** The actor behind someone's token. */
export async function actorOf(world: World, someone: Someone): Promise<Actor> {
  const actor = await world.services.findActor(someone.token ?? '');
  if (!actor) throw new Error('nobody holds this token');
  return actor;
}

/** Opens a feed and listens to it. */
export async function listen(world: World, hub: Hub, someone: Someone): Promise<Ear> {
  const feed = hub.connect(await actorOf(world, someone));
  const heard: ServiceFrame[] = [];
  const finished = (async () => {
    for await (const batch of feed.deliveries()) {
      for (const { text } of batch) heard.push(ServiceFrame.parse(JSON.parse(text)));
    }
  })();
  const eventsOf = (streamId: string) =>
    heard.filter((frame): frame is Event => streamOf(frame) === streamId);
  const messages = () =>
    heard.flatMap((frame) => (frame.type === 'message.created' ? [frame.data.content] : []));
  const until = (check: () => void) => expect.poll(() => passes(check), { interval: 5 }).toBe('passes');

  return {
    heard,
    get ending() {
      return feed.ending;
    },
    subscribe: (channelIds, since = {}) =>
      feed.subscribe({ channelIds, since: new Map(Object.entries(since)) }),
    unsubscribe: (...ids) => feed.unsubscribe(ids),
    messages,
    places: (streamId) => eventsOf(streamId).map(({ data }) => data.seq),
    until: (frame) => until(() => expect(heard).toContainEqual(expect.objectContaining(frame))),
    untilMessage: (content) => until(() => expect(messages().at(-1)).toBe(content)),
    untilEnded: () => finished,
    close: () => feed.end('closed'),
  };
}

/** Whose stream a frame belongs to; null for one that belongs to none. */
export function streamOf({ data }: ServiceFrame): string | null {
  if (!('seq' in data)) return null;
  if ('streamId' in data) return data.streamId;
  return 'id' in data || 'messageId' in data ? data.channelId : null;
}

function passes(check: () => void): string {
  try {
    check();
    return 'passes';
  } catch (error) {
    return String(error);
  }
}
