import { emojiNamed as emojiOf } from '@palaver/markup/emoji';
import { knownEmoji } from '@palaver/markup/emoji/table';

/** The emoji of a name such as `+1` or `wave::skin-tone-3`; null for one of the workspace's own. */
export function emojiNamed(given: string): string | null {
  return emojiOf(knownEmoji(), given);
}
