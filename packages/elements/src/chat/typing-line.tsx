import type { AnyChannel } from '@palaver/client';
import { resources, selectTyping } from '@palaver/client/store';
import { useResource, useSelected } from '@palaver/react';
import { useMemo } from 'react';
import { useTexts } from '../i18n/i18n.js';
import styles from './composer.module.css';

/** Who is typing in a channel. */
export function TypingLine({ channel }: { readonly channel: AnyChannel }) {
  const t = useTexts();
  const ids = useSelected(useMemo(() => selectTyping(channel.id), [channel.id]));
  const { value: members } = useResource(useMemo(() => resources.membersOfChannel(channel.id), [channel.id]));
  const names = ids.flatMap((id) => members?.users.find((user) => user.id === id)?.displayName ?? []);
  return (
    <p className={styles.typing} role="status">
      {names.length > 0 && t.typing(names)}
    </p>
  );
}
