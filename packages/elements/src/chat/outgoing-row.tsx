import { type OutgoingMessage, resources } from '@palaver/client/store';
import { useResource } from '@palaver/react';
import { useTexts } from '../i18n/i18n.js';
import { Avatar } from '../ui/avatar.js';
import { Markdown } from './markdown/markdown.js';
import styles from './message-row.module.css';
import { RefusedRow } from './refused-row.js';

/** A message that one has written and that is not posted yet. */
export function OutgoingRow({
  outgoing,
  isFirst,
}: {
  readonly outgoing: OutgoingMessage;
  readonly isFirst: boolean;
}) {
  const t = useTexts();
  const { value: me } = useResource(resources.me);
  const { content, state, error } = outgoing;
  return (
    <article className={styles.row} data-first={isFirst || undefined} aria-busy={state !== 'failed'}>
      <div className={styles.gutter}>{isFirst && me && <Avatar user={me} />}</div>
      <div className={`${styles.body} ${styles.outgoing}`}>
        {isFirst && (
          <p className={styles.head}>
            <strong dir="auto">{me?.displayName}</strong>
            {state !== 'failed' && <small>{t.sending}</small>}
          </p>
        )}
        {error === null ? <Markdown text={content} /> : <RefusedRow outgoing={outgoing} error={error} />}
      </div>
    </article>
  );
}
