import type { Channel } from '@palaver/client';
import { fitOf, rankOf } from '../shell/fuzzy.js';

/** Found by its topic, which comes after every name. */
const BY_TOPIC = 10;

/** The channels whose name or topic has a text, the better fit first, and then by name; without what is archived. */
export function browsed(channels: readonly Channel[], text: string): readonly Channel[] {
  return channels
    .filter(({ archived }) => !archived)
    .map((channel) => ({ channel, rank: rankIn(channel, text) }))
    .filter(({ rank }) => rank !== null)
    .sort(
      (a, b) => (a.rank ?? 0) - (b.rank ?? 0) || a.channel.displayName.localeCompare(b.channel.displayName),
    )
    .map(({ channel }) => channel);
}

/** Without a text all are alike, and their names alone decide. */
function rankIn({ displayName, topic }: Channel, text: string): number | null {
  if (text.trim() === '') return 0;
  const byName = fitOf(text, displayName);
  if (byName !== null) return rankOf(byName);
  const byTopic = topic === null ? null : fitOf(text, topic);
  return byTopic === null || byTopic === 'letters' ? null : BY_TOPIC + rankOf(byTopic);
}
