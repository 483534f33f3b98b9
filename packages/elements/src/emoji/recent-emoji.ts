import { keepOnDevice, keptOnDevice } from '../ui/on-device.js';

const STORED = 'palaver:recent-emoji';
const MAX = 16;
/** What people who have chosen none yet are offered. */
const USUAL = ['👍', '❤️', '😂', '🎉', '👀', '🙏', '✅', '🔥'];

/** The emoji that were used last on this device, the last one first. */
export function recentEmoji(): readonly string[] {
  const stored = (keptOnDevice(STORED) ?? '').split(' ').filter(Boolean);
  return [...new Set([...stored, ...USUAL])].slice(0, MAX);
}

export function rememberEmoji(emoji: string): void {
  const others = recentEmoji().filter((each) => each !== emoji);
  keepOnDevice(STORED, [emoji, ...others].slice(0, MAX).join(' '));
}
