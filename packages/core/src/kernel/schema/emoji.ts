const VARIATION_SELECTORS = /[\ufe0e\ufe0f]/g;
/** An emoji that is drawn as text unless a selector follows. Before a skin tone none does. */
const TEXT_BY_DEFAULT = /(?![0-9#*])(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;
const KEYCAP = /([0-9#*])\u20e3/g;

/**
 * The one form of an emoji: NFC, and fully qualified (UTS #51, ED-18a), so with U+FE0F exactly where the recommended
 * form has it. Clients send emoji with and without, and text selectors, and mean the same reaction.
 */
export function canonicalEmoji(emoji: string): string {
  return emoji
    .normalize('NFC')
    .replace(VARIATION_SELECTORS, '')
    .replace(TEXT_BY_DEFAULT, '$&\ufe0f')
    .replace(KEYCAP, '$1\ufe0f\u20e3');
}
