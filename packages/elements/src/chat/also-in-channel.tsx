import type { AnyChannel } from '@palaver/client';
import { useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import styles from './composer.module.css';

/** Whether what is sent to a thread is in the list of its channel as well: for one thread, as long as it is shown. */
export function useAlsoInChannel(threadId: string | null) {
  const [marked, setMarked] = useState({ threadId, isOn: false });
  // Another thread begins without, also where the panel stays.
  if (marked.threadId !== threadId) setMarked({ threadId, isOn: false });
  const isOn = threadId !== null && marked.threadId === threadId && marked.isOn;
  return [isOn, (next: boolean) => setMarked({ threadId, isOn: next })] as const;
}

interface AlsoInChannelProps extends Pick<AnyChannel, 'serverId'> {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function AlsoInChannel({ serverId, isOn, onChange }: AlsoInChannelProps) {
  const t = useTexts();
  return (
    <label className={styles.also}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {serverId === null ? t.alsoToConversation : t.alsoToChannel}
    </label>
  );
}
