import { fitOf, rankOf } from './fuzzy.js';

/** Where the switcher leads to, or what it does. */
export interface Goal {
  /** Unique among all. Channels and servers have their own, which is remembered when they are visited. */
  readonly id: string;
  readonly kind: 'dm' | 'channel' | 'person' | 'server' | 'action';
  readonly name: string;
  /** Other names that it is found by: a username, or the English word for an action. */
  readonly also?: string;
  readonly unreadCount?: number;
  readonly mentionCount?: number;
}

const SHOWN_MAX = 20;
const KINDS: readonly Goal['kind'][] = ['dm', 'channel', 'person', 'server', 'action'];

/**
 * The goals that a text finds. The better fit comes first; among equals what names the person, what else is unread, what was
 * visited last, and then by kind and name. `visited` has the ids of what was visited, the last one first.
 */
export function ranked<Each extends Goal>(
  goals: readonly Each[],
  text: string,
  visited: readonly string[],
): readonly Each[] {
  const isLooking = text.trim() !== '';
  const visitedAt = new Map(visited.map((id, index) => [id, index]));
  const keyOf = (goal: Each) => [
    isLooking ? fitRank(goal, text) : 0,
    -Math.min(goal.mentionCount ?? 0, 1),
    -Math.min(goal.unreadCount ?? 0, 1),
    visitedAt.get(goal.id) ?? visited.length,
    KINDS.indexOf(goal.kind),
  ];
  return goals
    .map((goal) => ({ goal, key: keyOf(goal) }))
    .filter(({ key: [fit = 0] }) => fit < NOT_FOUND)
    .sort((a, b) => compareKeys(a.key, b.key) || a.goal.name.localeCompare(b.goal.name))
    .slice(0, SHOWN_MAX)
    .map(({ goal }) => goal);
}

const NOT_FOUND = 100;

/** The rank of the best fit among the names of a goal. Letters alone find it by its own name, not by another one. */
function fitRank({ name, also }: Goal, text: string): number {
  const own = fitOf(text, name);
  const other = also === undefined ? null : fitOf(text, also);
  return Math.min(
    own === null ? NOT_FOUND : rankOf(own),
    other === null || other === 'letters' ? NOT_FOUND : rankOf(other),
  );
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** The place one further down or up in a list; at an end it goes on at the other. */
export function stepped(chosen: number, step: number, count: number): number {
  return count === 0 ? 0 : (chosen + step + count) % count;
}
