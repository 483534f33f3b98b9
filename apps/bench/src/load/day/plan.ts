import type { Act, Writing } from './acts.js';
import { oneOf, type Random, randomOf, waitOf } from './random.js';
import type { DayLength } from './world.js';

export interface PlannedAct {
  /** From the beginning of the day, in milliseconds. */
  readonly at: number;
  readonly act: Act;
}

/** The part of the day in which people arrive. */
const ARRIVALS = 0.4;
/** In milliseconds, at a pace of 1. */
const VISIT = { mean: 40_000, min: 8_000 };
const THOUGHT = { mean: 4_000, min: 500 };
const AWAY = { mean: 30_000, min: 5_000 };
/** Who goes away closes the program this often, and comes back to what it has kept. */
const CLOSES = 0.15;
const EMOJI = ['👍', '🎉', '❤️', '👀', '✅', '😄'] as const;
const WORDS =
  'the build is green again so we can ship today after lunch who reviews my change please look'.split(' ');

/** How often each act is chosen; for the rest of the time one reads. */
const SHARES = { switch: 0.35, post: 0.16, reply: 0.04, react: 0.1, upload: 0.01 };

/**
 * The day of one person: visits with acts between thoughts, and times away between visits. The same for the same seed. What is
 * written before the end of the day may be sent after it.
 */
export function planOf(seed: number, channels: number, { seconds, pace }: DayLength): readonly PlannedAct[] {
  const random = randomOf(seed);
  const end = seconds * 1_000;
  const plan: PlannedAct[] = [];
  let at = random() * ARRIVALS * end;
  let closed = true;
  for (let visit = 0; at < end; visit++) {
    const channel = channelOf(random, channels);
    if (closed) plan.push({ at, act: { kind: visit === 0 ? 'arrive' : 'return', channel } });
    else plan.push({ at, act: { kind: 'back' } });
    const until = Math.min(end, at + pace * waitOf(random, VISIT.mean, VISIT.min));
    for (;;) {
      at += pace * waitOf(random, THOUGHT.mean, THOUGHT.min);
      if (at >= until) break;
      const act = actOf(random, channels);
      if (act === null) continue;
      plan.push({ at, act });
      if ('typingMs' in act) at += act.typingMs + act.pauseMs;
    }
    // A thought of the last visit may reach far beyond the end.
    at = Math.min(at, end);
    closed = random() < CLOSES;
    plan.push({ at, act: { kind: closed ? 'leave' : 'away' } });
    at += pace * waitOf(random, AWAY.mean, AWAY.min);
  }
  return plan;
}

/** The time between the first and the last act of each visit, in milliseconds. */
export function activeMs(plan: readonly PlannedAct[]): number {
  let sum = 0;
  let since = 0;
  for (const { at, act } of plan) {
    if (act.kind === 'arrive' || act.kind === 'return' || act.kind === 'back') since = at;
    else if (act.kind === 'away' || act.kind === 'leave') sum += at - since;
  }
  return sum;
}

function actOf(random: Random, channels: number): Act | null {
  let rest = random();
  for (const [kind, share] of Object.entries(SHARES)) {
    rest -= share;
    if (rest >= 0) continue;
    if (kind === 'switch') return { kind, channel: channelOf(random, channels) };
    if (kind === 'post' || kind === 'reply') return writingOf(random, kind);
    if (kind === 'react') return { kind, emoji: oneOf(random, EMOJI) };
    return { kind: 'upload' };
  }
  return null;
}

/** Most of the time that of a team. */
function channelOf(random: Random, channels: number): number {
  return random() < 0.1 ? 0 : 1 + Math.floor(random() * (channels - 1));
}

/** 3 to 30 words, with three keys a second at the slowest; one in three thinks before sending. */
function writingOf(random: Random, kind: Writing['kind']): Writing {
  const words = Array.from({ length: 3 + Math.floor(27 * random() ** 2) }, () => oneOf(random, WORDS));
  const text = words.join(' ');
  const typingMs = Math.min(9_000, text.length * 100);
  return { kind, text, typingMs, pauseMs: random() < 0.3 ? 2_500 : 100 };
}
