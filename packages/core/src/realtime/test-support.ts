import { expect } from 'vitest';
import type { Actor } from '../kernel/services/actor.js';
import type { Ending } from '../procedures/feed.js';
import type { Event } from '../protocol/events.js';
import { ServiceFrame } from '../protocol/frames.js';
import type { TestUser, World } from '../testing/world.js';
import type { Hub } from './hub.js';

type Since = Readonly<Record<string, number>>;

/** A user's open feed, and the frames received from it, each checked against its schema. */
export interface TestFeed {
  readonly received: readonly ServiceFrame[];
  readonly ending: Ending | null;
  subscribe(channelIds: readonly string[], since?: Since): Promise<void>;
  unsubscribe(...ids: string[]): void;
  /** The text of the messages received, in order. */
  messages(): string[];
  /** The `seq` of the events received of a stream, in order. */
  positions(streamId: string): number[];
  /** Waits for a frame that contains `frame`. */
  until(frame: object): Promise<void>;
  /** Waits until the last message received has this text. */
  untilMessage(content: string): Promise<void>;
  untilEnded(): Promise<void>;
  setIdle(isIdle: boolean): void;
  close(): void;
}

/** The actor of a user's token. */
export async function actorOf(world: World, user: TestUser): Promise<Actor> {
  const actor = await world.services.findActor(user.token ?? '');
  if (!actor) throw new Error('the token belongs to no session');
  return actor;
}

/** Opens a feed and collects what it delivers. */
export async function openFeed(world: World, hub: Hub, user: TestUser): Promise<TestFeed> {
  const feed = hub.connect(await actorOf(world, user));
  const received: ServiceFrame[] = [];
  const finished = (async () => {
    for await (const batch of feed.deliveries()) {
      for (const { text } of batch) received.push(ServiceFrame.parse(JSON.parse(text)));
    }
  })();
  const eventsOf = (streamId: string) =>
    received.filter((frame): frame is Event => streamOf(frame) === streamId);
  const messages = () =>
    received.flatMap((frame) => (frame.type === 'message.created' ? [frame.data.content] : []));
  const until = (check: () => void) =>
    expect.poll(() => failureOf(check), { interval: 5 }).toBe('no failure');

  return {
    received,
    get ending() {
      return feed.ending;
    },
    subscribe: (channelIds, since = {}) =>
      feed.subscribe({ channelIds, since: new Map(Object.entries(since)) }),
    unsubscribe: (...ids) => feed.unsubscribe(ids),
    messages,
    positions: (streamId) => eventsOf(streamId).map(({ data }) => data.seq),
    until: (frame) => until(() => expect(received).toContainEqual(expect.objectContaining(frame))),
    untilMessage: (content) => until(() => expect(messages().at(-1)).toBe(content)),
    untilEnded: () => finished,
    setIdle: (isIdle) => feed.setIdle(isIdle),
    close: () => feed.end('closed'),
  };
}

/** The stream of an event; null for a frame that is no event. */
function streamOf({ data }: ServiceFrame): string | null {
  if (!('seq' in data)) return null;
  if ('streamId' in data) return data.streamId;
  return 'id' in data || 'messageId' in data ? data.channelId : null;
}

function failureOf(check: () => void): string {
  try {
    check();
    return 'no failure';
  } catch (error) {
    return String(error);
  }
}
