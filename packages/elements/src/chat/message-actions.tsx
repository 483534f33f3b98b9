import { Menu } from '@base-ui/react/menu';
import type { Message } from '@palaver/client';
import { useStore } from '@palaver/react';
import { Bookmark, BookmarkMinus, MessageSquareReply, MoreHorizontal, SmilePlus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Emoji, emojiName } from '../emoji/emoji.js';
import { rememberEmoji } from '../emoji/recent-emoji.js';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import { RemindDialog } from '../later/remind.js';
import { authorName } from '../people/author-name.js';
import { IconButton } from '../ui/button.js';
import button from '../ui/button.module.css';
import { ContextMenu } from '../ui/context-menu.js';
import { KeysHeld } from '../ui/keys-held.js';
import { late } from '../ui/late.js';
import menu from '../ui/menu.module.css';
import type { MenuOverlay } from '../ui/overlay.js';
import { useAttempt } from '../ui/use-attempt.js';
import { useFocusComposer } from './composer-focus.js';
import { type Asked, MessageItems, type OfMessage } from './message-items.js';
import styles from './message-row.module.css';
import { QuickReactions, quickEmoji, SaveButton, useSaved } from './quick-actions.js';
import { ReportDialog } from './report-dialog.js';

const EditHistory = late(() => import('./edit-history.js'));
const ForwardDialog = late(() => import('./forward-dialog.js'));
const ReactorsDialog = late(() => import('./reactors-dialog.js'));

interface MessageActionsProps extends OfMessage {
  /** Where the context menu was asked for; null where it was not. */
  readonly menuAt: MenuOverlay | null;
  readonly onMenuClose: () => void;
}

/** What one can do with a message: the bar beside it, its context menu, and the dialogs that these open. */
export default function MessageActions({ menuAt, onMenuClose, ...of }: MessageActionsProps) {
  const { message } = of;
  const t = useTexts();
  const { portals } = useChatHost();
  const [asked, setAsked] = useState<Asked | null>(null);
  const next = useRef<(() => void) | null>(null);
  const { id: messageId } = message;
  const close = () => setAsked(null);
  const items = (
    <MessageItems
      {...of}
      onAsk={setAsked}
      afterMenu={(act) => {
        next.current = act;
      }}
    />
  );
  const onClosed = () => {
    next.current?.();
    next.current = null;
  };
  return (
    <>
      <div className={styles.actions}>
        <MainActions {...of} />
        <Menu.Root onOpenChangeComplete={(isOpen) => !isOpen && onClosed()}>
          <Menu.Trigger className={button.icon} aria-label={t.moreActions} title={t.moreActions}>
            <MoreHorizontal aria-hidden="true" />
          </Menu.Trigger>
          <Menu.Portal container={portals}>
            <Menu.Positioner align="end" sideOffset={4} className={menu.positioner}>
              <Menu.Popup className={menu.popup}>{items}</Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      </div>
      {menuAt && (
        <ContextMenu
          label={t.menuOfMessage(authorName(message))}
          anchor={menuAt.anchor}
          at={menuAt.at}
          onClose={onMenuClose}
          onClosed={onClosed}
        >
          <MainItems {...of} anchor={menuAt.anchor} />
          {items}
        </ContextMenu>
      )}
      <Suspense fallback={asked !== null && <KeysHeld />}>
        {asked === 'remind' && <RemindDialog messageId={messageId} onClose={close} />}
        {asked === 'report' && <ReportDialog messageId={messageId} onClose={close} />}
        {asked === 'forward' && <ForwardDialog message={message} onClose={close} />}
        {asked === 'history' && <EditHistory message={message} onClose={close} />}
        {asked === 'reactors' && <ReactorsDialog message={message} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Reacting, replying and saving. */
function MainActions({ message, channel, onThread }: OfMessage) {
  const t = useTexts();
  const { openOverlay } = useChatHost();
  const react = useReact(message.id);
  const reply = useReply(message, onThread);
  return (
    <>
      <QuickReactions onReact={react} />
      <IconButton
        label={t.react}
        onClick={({ currentTarget }) =>
          openOverlay({ kind: 'emoji', anchor: currentTarget, serverId: channel.serverId, onPick: react })
        }
      >
        <SmilePlus aria-hidden="true" />
      </IconButton>
      {reply && (
        <IconButton label={t.reply} onClick={reply}>
          <MessageSquareReply aria-hidden="true" />
        </IconButton>
      )}
      <SaveButton messageId={message.id} />
    </>
  );
}

/** The same in the context menu. */
function MainItems({ message, channel, onThread, anchor }: OfMessage & { readonly anchor: HTMLElement }) {
  const t = useTexts();
  const { openOverlay } = useChatHost();
  const react = useReact(message.id);
  const reply = useReply(message, onThread);
  const { isSaved, change } = useSaved(message.id);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of a menu (ARIA) is no set of fields */}
      <div className={styles.quickItems} role="group" aria-label={t.react}>
        {quickEmoji().map((emoji) => (
          <Menu.Item
            key={emoji}
            className={`${menu.item} ${styles.quick}`}
            aria-label={t.reactWith(emojiName(emoji))}
            onClick={() => react(emoji)}
          >
            <Emoji emoji={emoji} />
          </Menu.Item>
        ))}
      </div>
      <Menu.Item
        className={menu.item}
        onClick={() => openOverlay({ kind: 'emoji', anchor, serverId: channel.serverId, onPick: react })}
      >
        <SmilePlus aria-hidden="true" /> {t.react}
      </Menu.Item>
      {reply && (
        <Menu.Item className={menu.item} onClick={reply}>
          <MessageSquareReply aria-hidden="true" /> {t.reply}
        </Menu.Item>
      )}
      <Menu.Item className={menu.item} onClick={change}>
        {isSaved ? <BookmarkMinus aria-hidden="true" /> : <Bookmark aria-hidden="true" />}{' '}
        {isSaved ? t.unsaveMessage : t.saveMessage}
      </Menu.Item>
      <Menu.Separator className={menu.line} />
    </>
  );
}

function useReact(messageId: string): (emoji: string) => void {
  const store = useStore();
  const attempt = useAttempt();
  return (emoji) => {
    rememberEmoji(emoji);
    void attempt(store.react(messageId, emoji));
  };
}

/** Opens the thread of a message to answer there; null in a thread. */
function useReply({ id, threadId }: Message, onThread: OfMessage['onThread']): (() => void) | null {
  const focusComposer = useFocusComposer();
  if (onThread === undefined) return null;
  return () => {
    const rootId = threadId ?? id;
    onThread(rootId);
    // One that is open already has no field that comes with the keyboard.
    focusComposer(rootId);
  };
}
