import { type EmojiNames, type EmojiRow, emojiNames, withTone } from '@palaver/markup/emoji';
import { keepOnDevice, keptOnDevice } from '../ui/on-device.js';
/** An emoji of Unicode. */
export interface UnicodeEmoji {
  readonly emoji: string;
  /** The group of Unicode that it is in, from 0. */
  readonly group: number;
  readonly label: string;
  /** What people type between colons. */
  readonly names: readonly string[];
  readonly words: readonly string[];
  readonly hasTones: boolean;
}

let loading: Promise<readonly UnicodeEmoji[]> | null = null;
let names: EmojiNames | null = null;

/** All emoji of Unicode, in its order. They are loaded when they are first needed. */
export function loadEmoji(): Promise<readonly UnicodeEmoji[]> {
  loading ??= import('./emoji-rows.js').then(
    ({ default: rows }) => {
      names = emojiNames(rows);
      return rows.map(unicodeEmoji);
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** The emoji by their names; null until they are loaded. */
export function loadedNames(): EmojiNames | null {
  return names;
}

function unicodeEmoji([emoji, group, label, called, words, hasTones]: EmojiRow): UnicodeEmoji {
  return { emoji, group, label, names: called.split(' '), words: words.split(' '), hasTones: hasTones === 1 };
}

const TONES = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;
export type Tone = (typeof TONES)[number];

/** By tone, the character that follows what it colours. */
export const TONE_CHARACTERS = {
  light: '\u{1f3fb}',
  'medium-light': '\u{1f3fc}',
  medium: '\u{1f3fd}',
  'medium-dark': '\u{1f3fe}',
  dark: '\u{1f3ff}',
} as const satisfies Record<Tone, string>;

/** An emoji in each tone: everybody in it has the same one. */
export function tonesOf(emoji: string): Record<Tone, string> {
  const inTone = (tone: Tone) => withTone(emoji, TONE_CHARACTERS[tone]);
  return {
    light: inTone('light'),
    'medium-light': inTone('medium-light'),
    medium: inTone('medium'),
    'medium-dark': inTone('medium-dark'),
    dark: inTone('dark'),
  };
}

const STORED_TONE = 'palaver:skin-tone';

/** The tone that was chosen on this device. */
export function chosenTone(): Tone | 'none' {
  return TONES.find((tone) => tone === keptOnDevice(STORED_TONE)) ?? 'none';
}

export function chooseTone(tone: string): void {
  keepOnDevice(STORED_TONE, tone);
}
