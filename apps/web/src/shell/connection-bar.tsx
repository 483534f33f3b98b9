import type { StoreState } from '@palaver/client/store';
import { useSelected } from '@palaver/react';
import { useEffect, useState } from 'react';
import { useI18n } from '../i18n/i18n.js';
import styles from './connection-bar.module.css';

const selectConnection = ({ connection }: StoreState) => connection;

/** A reconnect within this time is not worth a line. */
const QUIET_MS = 1_500;

/** Says how well what is shown agrees with the service, when it may not. */
export function ConnectionBar() {
  const { t, locale } = useI18n();
  const { status, since } = useSelected(selectConnection);
  const isTold = useAfter(QUIET_MS, status);
  if (status === 'live' || !isTold) return <div role="status" />;
  const time = new Date(since).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  const texts: Partial<Record<typeof status, string>> = {
    connecting: t.connecting,
    'catching-up': t.catchingUp,
    offline: t.offlineSince(time),
    refused: t.refused,
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
