import { parse } from '@palaver/markup';
import { memo, useMemo, useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { Blocks } from './blocks.js';
import styles from './markdown.module.css';

/** So much of a text is parsed at first, which takes a phone less than 50 ms; most have less. */
const SHOWN_AT_FIRST = 8_000;

interface MarkdownProps {
  readonly text: string;
  /** Whether it says at its end that it was changed. */
  readonly isEdited?: boolean;
}

/**
 * Shows the text of a message. Its tree becomes elements of React and never HTML, so nothing in a text can be more than what
 * the files beside this one make: HTML is shown as it was typed, and an image as a link.
 */
export const Markdown = memo(function Markdown({ text, isEdited = false }: MarkdownProps) {
  const t = useTexts();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || text.length <= SHOWN_AT_FIRST ? text : beginningOf(text);
  const blocks = useMemo(() => parse(shown), [shown]);
  return (
    <div className={styles.text} dir="auto" data-emoji={isEmojiAlone(text) || undefined}>
      <Blocks blocks={blocks} end={isEdited && <span className={styles.edited}> ({t.edited})</span>} />
      {shown.length < text.length && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {t.showMore}
        </button>
      )}
    </div>
  );
});

/** Up to the end of a line, where there is one. */
function beginningOf(text: string): string {
  const end = text.lastIndexOf('\n', SHOWN_AT_FIRST);
  return text.slice(0, end > 0 ? end : SHOWN_AT_FIRST);
}

const ONE_EMOJI = '\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?';
const FEW_EMOJI = new RegExp(
  `^(?:(?:${ONE_EMOJI}(?:\\u200d${ONE_EMOJI})*|\\p{RI}\\p{RI}|:[a-z0-9_+-]{1,64}:)\\s*){1,6}$`,
  'iu',
);

/** A few emoji and nothing else are shown large. */
function isEmojiAlone(text: string): boolean {
  return text.length < 80 && FEW_EMOJI.test(text);
}
