/** An emoji of Unicode: its characters, group, label, names between colons, words, and 1 where it has skin tones. */
export type EmojiRow = readonly [string, number, string, string, string, 0 | 1];

/** Emoji by their short names, those of Slack, Mattermost and Discord among them. */
export type EmojiNames = ReadonlyMap<string, string>;

export function emojiNames(rows: readonly EmojiRow[]): EmojiNames {
  return new Map(
    rows.flatMap(([emoji, , , names]) => names.split(' ').map((name) => [name, emoji] as const)),
  );
}

const TONED = /^(.+?)::?skin-tone-([2-6])$/;

/** The emoji of a name such as `+1` or `wave::skin-tone-3`; null for one that Unicode does not have. */
export function emojiNamed(names: EmojiNames, given: string): string | null {
  const [, base = given, tone] = TONED.exec(given) ?? [];
  const emoji = names.get(base) ?? names.get(base.toLowerCase());
  if (emoji === undefined) return null;
  return tone === undefined ? emoji : withTone(emoji, String.fromCodePoint(0x1f3fb + Number(tone) - 2));
}

/** The handshake between two people has no tone of its own. */
const MODIFIABLE = /(?!🤝\u200d)\p{Emoji_Modifier_Base}\ufe0f?/gu;

/** The modifier comes after each person, in the place of the mark of emoji presentation (UTS #51, 2.4). */
export function withTone(emoji: string, modifier: string): string {
  return emoji.replace(MODIFIABLE, (person) => person.replace('\ufe0f', '') + modifier);
}
