import type { AnyChannel, ChannelMember } from '@palaver/client';
import { Suspense, useState } from 'react';
import { clockOf, dayOf, nearDay } from '../i18n/clock.js';
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

/** So many are named where several joined, and the others counted. */
const NAMES_MAX = 3;

/** Who has joined the channel, one after the other. It is no message: nobody has it unread, and no search finds it. */
export function JoinedLine({ members }: { readonly members: readonly ChannelMember[] }) {
  const { t, locale } = useI18n();
  const named = members.slice(0, NAMES_MAX).map(({ displayName }) => displayName);
  const at = members[0]?.joinedAt ?? '';
  return (
    <p className={styles.joined}>
      <bdi>{t.joined(t.namesAndMore(named, members.length - named.length), members.length)}</bdi>{' '}
      <time dateTime={at}>{clockOf(new Date(at), locale)}</time>
    </p>
  );
}
