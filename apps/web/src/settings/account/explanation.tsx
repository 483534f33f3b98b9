import type { NotificationOutcome, Weekday } from '@palaver/client';
import { Field } from '@palaver/elements/ui/field.js';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useStore } from '@palaver/react';
import { Bell, BellOff } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { useSettingsTexts } from '../shared/texts.js';
import { useTimes } from '../shared/use-times.js';
import styles from './account-settings.module.css';
import { weekdayName } from './weekday-name.js';
import { whyOf } from './why.js';

interface ExplanationProps {
  readonly serverId: string;
  /** Null for the whole server. */
  readonly channelId: string | null;
  /** When the preference was set: another one is explained anew, for the same time. */
  readonly asOf: string | null;
}

/** What the service would do with each kind of message at an instant, and why. */
export function Explanation({ serverId, channelId, asOf }: ExplanationProps) {
  const s = useSettingsTexts();
  const { client } = useStore();
  const { language } = useI18n();
  const { moment } = useTimes();
  const [time, setTime] = useState('');
  const explained = useAnswer(() => {
    const at = time === '' ? {} : { at: new Date(time).toISOString() };
    const { effectiveForServer, effectiveForChannelById } = client.api.notificationPreferences;
    return channelId === null
      ? effectiveForServer.query({ serverId, ...at })
      : effectiveForChannelById.query({ channelId, ...at });
  }, `${time} ${asOf}`);
  const names: Record<NotificationOutcome['message'], string> = {
    direct_message: s.aDirectMessage,
    mention: s.aMention,
    keyword: s.aKeyword,
    followed_reply: s.aFollowedReply,
    other: s.anotherMessage,
  };
  const { value } = explained;
  const written = {
    moment,
    days: (days: readonly Weekday[]) =>
      new Intl.ListFormat(language).format(days.map((day) => weekdayName(day, language, 'long'))),
  };
  return (
    <section>
      <h3>{s.whatHappens}</h3>
      <Field
        label={s.at}
        type="datetime-local"
        value={time}
        onChange={(event) => setTime(event.target.value)}
      />
      <ul className={styles.outcomes} aria-live="polite">
        {value?.outcomes.map((outcome) => (
          <li key={outcome.message} data-on={outcome.notifies || undefined}>
            {outcome.notifies ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />}
            <strong>
              {names[outcome.message]}: {outcome.notifies ? s.disturbs : s.isQuiet}
            </strong>
            <small>{whyOf(outcome, value, s, written)}</small>
          </li>
        ))}
      </ul>
      {explained.error !== null && <p role="alert">{explained.error}</p>}
    </section>
  );
}
