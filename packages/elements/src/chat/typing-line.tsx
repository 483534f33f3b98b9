import type { AnyChannel } from '@palaver/client';
import { selectTyping } from '@palaver/client/store';
import { useSelected } from '@palaver/react';
import { useMemo } from 'react';
import { useTexts } from '../i18n/i18n.js';
import styles from './composer.module.css';
import { useNames, useNeeded } from './names.js';

/** Who is typing in a channel. */
export function TypingLine({ channel }: { readonly channel: AnyChannel }) {
  const t = useTexts();
  const ids = useSelected(useMemo(() => selectTyping(channel.id), [channel.id]));
  const people = useNames()?.usersById;
  useNeeded(ids);
  const names = ids.flatMap((id) => people?.get(id)?.displayName ?? []);
  return (
    <p className={styles.typing} role="status">
      {names.length > 0 && t.typing(names)}
    </p>
  );
}
