const VARIATION_SELECTORS = /[\ufe0e\ufe0f]/g;
/** An emoji that is drawn as text unless a selector follows. Before a skin tone none does. */
const TEXT_BY_DEFAULT = /(?![0-9#*])(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;
const KEYCAP = /([0-9#*])\u20e3/g;

/** An emoji of a server in a reaction: its name, and its id, which stays true after a rename. */
const OF_SERVER = /^[a-z0-9_]{2,32}:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;
const NAMED = /^:([a-z0-9_]{2,32}):$/;

/** The id in a reaction with an emoji of a server; null in any other. */
export function emojiIdIn(emoji: string): string | null {
  return OF_SERVER.exec(emoji)?.[1]?.toLowerCase() ?? null;
}

/** The name in `:name:`; null in anything else. */
export function emojiNameIn(emoji: string): string | null {
  return NAMED.exec(emoji)?.[1] ?? null;
}

/** A reaction with an emoji of a server. */
export function serverEmojiReaction({ id, name }: { readonly id: string; readonly name: string }): string {
  return `${name}:${id}`;
}

/**
 * The one form of an emoji: NFC, and fully qualified (UTS #51, ED-18a), so with U+FE0F exactly where the recommended
 * form has it. Clients send emoji with and without, and text selectors, and mean the same reaction.
 */
export function canonicalEmoji(emoji: string): string {
  if (OF_SERVER.test(emoji)) return emoji.toLowerCase();
  return emoji
    .normalize('NFC')
    .replace(VARIATION_SELECTORS, '')
    .replace(TEXT_BY_DEFAULT, '$&\ufe0f')
    .replace(KEYCAP, '$1\ufe0f\u20e3');
}
