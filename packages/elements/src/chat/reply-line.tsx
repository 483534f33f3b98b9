import type { Message } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { useResource } from '@palaver/react';
import { CornerDownRight } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { beginningOf } from '../ui/graphemes.js';
import { excerptOf } from './markdown/excerpt.js';
import styles from './message-row.module.css';

interface ReplyLineProps extends Pick<Message, 'channelId'> {
  readonly rootId: string;
  readonly onThread: (rootId: string) => void;
}

const ROOT_MAX = 80;

/** What a message of a channel replies to, and the way to the thread. */
export default function ReplyLine({ rootId, channelId, onThread }: ReplyLineProps) {
  const t = useTexts();
  const { value: root } = useResource(
    useMemo(() => resources.message(rootId, channelId), [rootId, channelId]),
  );
  const text = root ? beginningOf(excerptOf(root.content), ROOT_MAX) : '';
  return (
    <p className={styles.pinned}>
      <CornerDownRight aria-hidden="true" className={styles.turned} />
      <span className={styles.noWrap}>{t.repliedTo}</span>
      <button type="button" className={styles.root} onClick={() => onThread(rootId)}>
        <bdi>{text === '' ? t.aThread : text}</bdi>
      </button>
    </p>
  );
}
