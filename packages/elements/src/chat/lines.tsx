import { dayOf, nearDay } from '../i18n/clock.js';
import { useI18n } from '../i18n/i18n.js';
import styles from './message-list.module.css';

/** The line above the first message of a day. */
export function DayLine({ date }: { readonly date: Date }) {
  const { t, locale } = useI18n();
  const near = nearDay(date, new Date());
  return <p className={styles.line}>{near === null ? dayOf(date, locale) : t[near]}</p>;
}

/** The line above what was unread when the channel was opened. */
export function NewLine() {
  const { t } = useI18n();
  return <p className={`${styles.line} ${styles.new}`}>{t.newMessages}</p>;
}
