import type { AnyChannel } from '@palaver/client';
import { Suspense, useState } from 'react';
import { dayOf, nearDay } from '../i18n/clock.js';
import { useI18n } from '../i18n/i18n.js';
import { late } from '../ui/late.js';
import styles from './message-list.module.css';

const JumpToDay = late(() => import('./jump-to-day.js'));

/** The line above the first message of a day. Pressed, it asks for another day. */
export function DayLine({ date, channel }: { readonly date: Date; readonly channel: AnyChannel }) {
  const { t, locale } = useI18n();
  const [isAsking, setAsking] = useState(false);
  const near = nearDay(date, new Date());
  return (
    <div className={styles.line}>
      <button type="button" title={t.jumpToDay} onClick={() => setAsking(true)}>
        {near === null ? dayOf(date, locale) : t[near]}
      </button>
      <Suspense>
        {isAsking && <JumpToDay channel={channel} day={date} onClose={() => setAsking(false)} />}
      </Suspense>
    </div>
  );
}

/** The line above what was unread when the channel was opened. */
export function NewLine() {
  const { t } = useI18n();
  return <p className={`${styles.line} ${styles.new}`}>{t.newMessages}</p>;
}
