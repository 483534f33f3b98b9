import type { StoreState } from '@palaver/client/store';
import { useSelected } from '@palaver/react';
import { useEffect, useState } from 'react';
import { useI18n } from '../i18n/i18n.js';
import styles from './connection-bar.module.css';

const selectConnection = ({ connection }: StoreState) => connection;

/** A reconnect within this time is not worth a line. */
const QUIET_MS = 1_500;

interface ConnectionBarProps {
  /** When the service last knew the session, in milliseconds since 1970; null where this device does not know. */
  readonly lastLive?: number | null;
  /** Whether there is no line for what passes, such as connecting: it would move a page that is being loaded. */
  readonly isSteady?: boolean;
}

/** Says how well what is shown agrees with the service, when it may not. */
export function ConnectionBar({ lastLive = null, isSteady = false }: ConnectionBarProps) {
  const { t, locale } = useI18n();
  const { status, since } = useSelected(selectConnection);
  const isTold = useAfter(QUIET_MS, status);
  const isPassing = status === 'connecting' || status === 'catching-up';
  if (status === 'live' || !isTold || (isSteady && isPassing)) return <div role="status" />;
  // A page that was opened without a connection shows what is as old as the last one.
  const at = new Date(Math.min(lastLive ?? since, since));
  const isToday = at.toDateString() === new Date().toDateString();
  const time = at.toLocaleString(locale, {
    ...(isToday ? {} : { dateStyle: 'medium' }),
    timeStyle: 'short',
  });
  const texts: Partial<Record<typeof status, string>> = {
    connecting: t.connecting,
    'catching-up': t.catchingUp,
    offline: t.offlineSince(time),
    refused: t.refused,
    'signed-out': t.notSignedIn,
  };
  return (
    <div role="status" className={styles.bar} data-status={status}>
      {texts[status]}
    </div>
  );
}

/** True once `value` has been the same for this many milliseconds. */
function useAfter(ms: number, value: unknown): boolean {
  const [settled, setSettled] = useState<unknown>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [ms, value]);
  return settled === value;
}
