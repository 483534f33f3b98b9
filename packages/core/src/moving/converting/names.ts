import { usableName } from '../../incoming-webhooks/webhook-post.js';
import { ChannelName } from '../../kernel/schema/channel-name.js';

const NAME_MAX = 64;
const CHANNEL_NAME_MAX = 32;

/** A display name of 1 to 64 characters that is nearest to what another system calls somebody. */
export function displayNameOf(given: string, otherwise: string): string {
  const name = usableName(given) ?? usableName(otherwise) ?? 'Somebody';
  return [...name].slice(0, NAME_MAX).join('').trim();
}

/** The name of a channel that is nearest to that of another system: one that is too long, or taken, gets a number. */
export function freeChannelName(given: string, taken: Set<string>): string {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? '' : `-${n}`;
    const base = [...given].slice(0, CHANNEL_NAME_MAX - suffix.length).join('') + suffix;
    const found = ChannelName.safeParse(base);
    const name = found.success ? found.data : `channel-${n}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

/** An instant in milliseconds since 1970; 1970 for anything else. */
export function instantOf(milliseconds: number): Date {
  const isInstant = Number.isFinite(milliseconds) && milliseconds >= 0 && milliseconds < 8.64e15;
  return new Date(isInstant ? Math.floor(milliseconds) : 0);
}
