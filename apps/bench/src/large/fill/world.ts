import { newId } from '@palaver/db';
import { type Random, randomOf } from '../../load/day/random.js';

/** How large a world is. */
export interface LargeSize {
  readonly messages: number;
  readonly people: number;
  /** Of servers and direct messages together. */
  readonly channels: number;
}

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
}

/** A message that is remembered for positions that are set later. */
export interface RecentMessage {
  readonly id: string;
  readonly seq: number;
  readonly at: number;
}

export interface Place {
  readonly id: string;
  /** Null for a direct message. */
  readonly serverId: string | null;
  readonly name: string;
  readonly position: number;
  /** Indexes of people. */
  readonly members: readonly number[];
  readonly isDefault: boolean;
  /** The last position of its log. */
  seq: number;
  pins: number;
  /** The newest messages of its list, in order. */
  readonly recent: RecentMessage[];
}

export interface ServerPlan {
  readonly id: string;
  readonly name: string;
  readonly members: readonly number[];
}

export interface World {
  readonly size: LargeSize;
  readonly random: Random;
  readonly people: readonly Person[];
  readonly servers: readonly ServerPlan[];
  readonly places: readonly Place[];
  /** When the first message was posted, in milliseconds; the last one is a minute old. */
  readonly begin: number;
  readonly end: number;
  /** A place by its share of the messages. */
  placeOf(share: number): Place;
}

/** Of the messages: six in ten in the largest server, a tenth in direct messages, the rest in the other servers. */
const LARGEST_SHARE = 0.6;
const DIRECT_SHARE = 0.1;
/** Of the channels. */
const LARGEST_CHANNELS = 0.2;
const DIRECT_CHANNELS = 0.2;
const CHANNELS_OF_SERVER = 100;
const MEMBERS_OF_SERVER = 500;

/** A message of any channel comes every half a minute, so ten million are those of ten years. */
export const SPACING_MS = 31_500;

/** How many people are members of the busiest channels of the largest server: those whose calls are measured. */
export const ACCOUNTS = 20;
const CHANNELS_OF_ACCOUNT = 500;

/** Plans a world whose people, places and shares are the same for each number of messages. */
export function planWorld(size: LargeSize, now: number): World {
  const random = randomOf(20_261_128);
  const people = Array.from({ length: size.people }, (_, n): Person => {
    return { id: newId(), username: `person-${n}`, displayName: `Person ${n}` };
  });
  const everybody = people.map((_, n) => n);
  const largest = { id: newId(), name: 'Largest', members: everybody };
  const large = Math.max(2, Math.round(size.channels * LARGEST_CHANNELS));
  const direct = Math.round(size.channels * DIRECT_CHANNELS);
  const rest = size.channels - large - direct;
  const others = Array.from({ length: Math.max(1, Math.floor(rest / CHANNELS_OF_SERVER)) }, (_, n) => ({
    id: newId(),
    name: `Server ${n}`,
    members: some(random, everybody, MEMBERS_OF_SERVER),
  }));
  const shares: Array<readonly [share: number, places: readonly Place[]]> = [
    [LARGEST_SHARE, placesOf(random, largest, large)],
    [
      1 - LARGEST_SHARE - DIRECT_SHARE,
      others.flatMap((server) => placesOf(random, server, Math.floor(rest / others.length))),
    ],
    [DIRECT_SHARE, directPlaces(random, people, direct)],
  ];
  return {
    size,
    random,
    people,
    servers: [largest, ...others],
    places: shares.flatMap(([, places]) => places),
    begin: now - 60_000 - size.messages * SPACING_MS,
    end: now - 60_000,
    placeOf: chooser(shares),
  };
}

/** Channels of a server: the first one has all members; the busier one is, the more it has. */
function placesOf(random: Random, { id, members }: ServerPlan, count: number): Place[] {
  return Array.from({ length: count }, (_, n) => {
    const joined = n === 0 ? members : some(random, members, Math.ceil(members.length / (n + 10)) + 5);
    const accounts = n < CHANNELS_OF_ACCOUNT ? members.slice(0, ACCOUNTS) : [];
    return newPlace(id, n, n === 0 ? 'general' : `channel-${n}`, [...new Set([...accounts, ...joined])]);
  });
}

function directPlaces(random: Random, people: readonly Person[], count: number): Place[] {
  const pairs = new Map<string, number[]>();
  while (pairs.size < count) {
    const [a, b] = [Math.floor(random() * people.length), Math.floor(random() * people.length)];
    if (a !== b) pairs.set([a, b].sort((one, other) => one - other).join(), [a, b]);
  }
  return [...pairs.values()].map((members) => newPlace(null, 0, 'dm', members));
}

function newPlace(serverId: string | null, position: number, name: string, members: number[]): Place {
  // Each member that joined has an event.
  const seq = members.length;
  const isDefault = serverId !== null && position === 0;
  return {
    id: newId(serverId ?? undefined),
    serverId,
    name,
    position,
    members,
    isDefault,
    seq,
    pins: 0,
    recent: [],
  };
}

function some(random: Random, from: readonly number[], count: number): number[] {
  if (count >= from.length) return [...from];
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(from[Math.floor(random() * from.length)] ?? 0);
  return [...chosen];
}

/** Within a group of places the busiest one has the most: their messages fall as one by their rank. */
function chooser(shares: ReadonlyArray<readonly [number, readonly Place[]]>): (share: number) => Place {
  return (share) => {
    let left = share;
    for (const [part, places] of shares) {
      if (left < part) {
        const rank = Math.floor(Math.exp((left / part) * Math.log(places.length + 1))) - 1;
        const place = places[rank] ?? places[0];
        if (place) return place;
      }
      left -= part;
    }
    const place = shares[0]?.[1][0];
    if (!place) throw new Error('A world has no places.');
    return place;
  };
}
