import { Toolbar } from '@base-ui/react/toolbar';
import { Bold, Code, Eye, Italic, Link, List, Quote, SquareCode, Strikethrough } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import button from '../../ui/button.module.css';
import { Markdown } from '../markdown/markdown.js';
import type { Edited } from './edited.js';
import styles from './format-bar.module.css';
import { FORMATS, type Format, formatted } from './formats.js';

const ICONS = {
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  code: Code,
  link: Link,
  block: SquareCode,
  list: List,
  quote: Quote,
} as const satisfies Record<Format, typeof Bold>;

/** The keys that do the same, in the notation of ARIA. */
const KEYS: Partial<Record<Format, string>> = {
  bold: 'Control+B',
  italic: 'Control+I',
  strike: 'Control+Shift+X',
  code: 'Control+Shift+C',
  link: 'Control+K',
};

interface FormatBarProps {
  readonly text: string;
  readonly onChange: (change: (edited: Edited) => Edited) => void;
}

/** Formats what is selected in the field, and shows what the text will look like. */
export default function FormatBar({ text, onChange }: FormatBarProps) {
  const t = useTexts();
  const [isPreviewed, setPreviewed] = useState(false);
  return (
    <>
      <Toolbar.Root className={styles.bar} aria-label={t.formats}>
        {FORMATS.map((format) => {
          const Icon = ICONS[format];
          const keys = KEYS[format];
          const name = t.formatName(format);
          return (
            <Toolbar.Button
              key={format}
              className={button.icon}
              aria-label={name}
              aria-keyshortcuts={keys}
              title={keys === undefined ? name : `${name} (${keys.replace('Control', 'Ctrl')})`}
              // The field keeps its selection.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChange((edited) => formatted(edited, format))}
            >
              <Icon aria-hidden="true" />
            </Toolbar.Button>
          );
        })}
        <Toolbar.Button
          className={button.icon}
          aria-label={t.preview}
          title={t.preview}
          aria-pressed={isPreviewed}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setPreviewed(!isPreviewed)}
        >
          <Eye aria-hidden="true" />
        </Toolbar.Button>
      </Toolbar.Root>
      {isPreviewed && text.trim() !== '' && (
        <section className={styles.preview} aria-label={t.preview}>
          <Markdown text={text} />
        </section>
      )}
    </>
  );
}
