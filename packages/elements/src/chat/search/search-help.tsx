import { useTexts } from '../../i18n/i18n.js';
import styles from './search.module.css';
import type { OperatorTexts } from './search-choices.js';
import { OPERATORS } from './search-words.js';

interface SearchHelpProps {
  readonly texts: OperatorTexts;
  /** Puts the beginning of a part into the field. */
  readonly onBegin: (part: string) => void;
}

/** What one can search by, before one has searched and where nothing was found. */
export function SearchHelp({ texts, onBegin }: SearchHelpProps) {
  const t = useTexts();
  const rows = [
    ...OPERATORS.map((operator) => ({ part: `${operator}:`, text: texts[operator] })),
    { part: '"', text: t.searchByPhrase },
    { part: '-', text: t.searchWithout },
  ];
  return (
    <section className={styles.help} aria-label={t.searchHelp}>
      <h3>{t.searchHelp}</h3>
      <ul>
        {rows.map(({ part, text }) => (
          <li key={part}>
            <button type="button" onClick={() => onBegin(part)}>
              <code>{part}</code> <span>{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
