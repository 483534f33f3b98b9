import { oneOf, randomOf } from './random.js';

/** How long a day is, and how people spend it. */
export interface DayLength {
  readonly seconds: number;
  /** How many times as long thoughts, visits and times away are as those of the shortest day. */
  readonly pace: number;
}

interface Population extends DayLength {
  /** How many people each server has. */
  readonly sizes: readonly number[];
}

/**
 * By how many people there are in all. More of them act less often, so that two cores hold them: 2,000 who act every 16 seconds
 * send as many requests as 500 who act every 4.
 */
const POPULATIONS: Readonly<Record<number, Population>> = {
  500: { sizes: [300, 100, 50, 25, 15, 10], seconds: 120, pace: 1 },
  2000: { sizes: [1_200, 400, 200, 100, 50, 25, 15, 10], seconds: 480, pace: 4 },
  8000: { sizes: [3_000, 2_000, 1_500, 800, 400, 200, 50, 25, 15, 10], seconds: 960, pace: 32 },
};

/** What each channel has from before the day: a page of it is full. */
export const MESSAGES_BEFORE = 60;

/** How many people know each other well enough to share the channel of a team. */
const TEAM = 12;
/** How many channels of teams somebody is in, beside the channel of the whole server. */
const TEAMS_OF_PERSON = 6;
const SEED = 1;

export interface DayServer {
  readonly people: number;
  /** How many channels. The first one has everybody. */
  readonly channels: number;
}

/** Somebody, by the numbers of their server and of their channels in it. */
export interface DayMember {
  readonly server: number;
  /** The one of the whole server first. */
  readonly channels: readonly number[];
}

export interface DayWorld {
  readonly length: DayLength;
  readonly servers: readonly DayServer[];
  readonly people: readonly DayMember[];
}

/** Servers of 10 to 3,000 people, who are in channels of about 70 people, and in one with everybody. Throws for another size. */
export function worldOf(people: number): DayWorld {
  const population = POPULATIONS[people];
  if (population === undefined) throw new Error(`There is no world of ${people} people.`);
  const { sizes, seconds, pace } = population;
  const random = randomOf(SEED);
  const servers = sizes.map((size) => ({ people: size, channels: 1 + Math.ceil(size / TEAM) }));
  return {
    length: { seconds, pace },
    servers,
    people: servers.flatMap(({ people: size, channels }, server) => {
      const teams = Array.from({ length: channels - 1 }, (_, n) => n + 1);
      return Array.from({ length: size }, () => {
        const own = new Set([0]);
        const count = Math.min(TEAMS_OF_PERSON, teams.length);
        while (own.size <= count) own.add(oneOf(random, teams));
        return { server, channels: [...own] };
      });
    }),
  };
}
