import { dayOf } from '../i18n/clock.js';
import { useI18n } from '../i18n/i18n.js';
import styles from './message-list.module.css';

const DAY_MS = 24 * 60 * 60_000;

/** The line above the first message of a day. */
export function DayLine({ date }: { readonly date: Date }) {
  const { t, locale } = useI18n();
  const now = Date.now();
  const isOn = (time: number) => new Date(time).toDateString() === date.toDateString();
  const name = isOn(now) ? t.today : isOn(now - DAY_MS) ? t.yesterday : dayOf(date, locale);
  return <p className={styles.line}>{name}</p>;
}

/** The line above what was unread when the channel was opened. */
export function NewLine() {
  const { t } = useI18n();
  return <p className={`${styles.line} ${styles.new}`}>{t.newMessages}</p>;
}
