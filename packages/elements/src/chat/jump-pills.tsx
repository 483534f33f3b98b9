import type { AnyChannel } from '@palaver/client';
import { selectUnread } from '@palaver/client/store';
import { useSelected } from '@palaver/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useTexts } from '../i18n/i18n.js';
import { PlaceLink } from '../ui/place-link.js';
import styles from './message-list.module.css';
import type { Row } from './message-rows.js';

interface JumpToNewProps {
  readonly channel: AnyChannel;
  readonly messageId: string;
}

/** Leads up to the first message that is new. */
export function JumpToNew({ channel: { id: channelId, serverId }, messageId }: JumpToNewProps) {
  const t = useTexts();
  return (
    <PlaceLink to={{ serverId, channelId, messageId }} className={styles.jump} data-up>
      <ArrowUp aria-hidden="true" /> {t.jumpToFirstNew}
    </PlaceLink>
  );
}

interface JumpToLatestProps {
  readonly channelId: string;
  readonly isChannel: boolean;
  readonly onJump: () => void;
}

/** Leads down to the end, and counts what is new in the channel. */
export function JumpToLatest({ channelId, isChannel, onJump }: JumpToLatestProps) {
  const t = useTexts();
  const unread = useSelected(useMemo(() => selectUnread(channelId), [channelId]));
  const { unreadCount: count = 0, capped = false } = (isChannel ? unread : null) ?? {};
  const counted = capped ? t.moreNew(count) : t.countNew(count);
  return (
    <button type="button" className={styles.jump} onClick={onJump}>
      <ArrowDown aria-hidden="true" /> {count === 0 ? t.jumpToLatest : counted}
    </button>
  );
}

/** Whether what is new begins above what is seen, and has not been seen yet. */
export function useNewAbove(rows: readonly Row[], isBefore: boolean) {
  const index = rows.findIndex(({ kind }) => kind === 'new');
  const [isAbove, setAbove] = useState(false);
  const [isSeen, setSeen] = useState(false);
  const look = (handle: VirtualizerHandle, isScrolled: boolean) => {
    const isNowAbove = index < 0 ? isBefore : handle.getItemOffset(index) < handle.scrollOffset;
    setAbove(isNowAbove);
    if (isScrolled && !isNowAbove && index >= 0) setSeen(true);
  };
  return { isNewAbove: isAbove && !isSeen, look };
}
