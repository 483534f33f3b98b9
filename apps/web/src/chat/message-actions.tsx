import { Menu } from '@base-ui/react/menu';
import { Popover } from '@base-ui/react/popover';
import type { Message } from '@palaver/client';
import { useStore } from '@palaver/react';
import {
  Copy,
  MessageSquareReply,
  MoreHorizontal,
  Pencil,
  Pin,
  PinOff,
  SmilePlus,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import button from '../ui/button.module.css';
import { Button, IconButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import dialog from '../ui/dialog.module.css';
import menu from '../ui/menu.module.css';
import styles from './message-row.module.css';

interface MessageActionsProps {
  readonly message: Message;
  readonly isMine: boolean;
  readonly onEdit: () => void;
  readonly onThread: ((rootId: string) => void) | undefined;
}

const EMOJI = '👍 ❤️ 😂 🎉 😮 😢 🙏 👀 ✅ ❌ 🔥 🚀 💯 👏 🤔 😍 😅 🙌 💪 👋 ☕ 🐛 ⚠️ 💡'.split(' ');

/** What one can do with a message. */
export default function MessageActions({ message, isMine, onEdit, onThread }: MessageActionsProps) {
  const t = useTexts();
  const store = useStore();
  const [isDeleting, setDeleting] = useState(false);
  const { id: messageId } = message;
  const isPinned = message.pinnedAt !== null;
  const { pin, unpin } = store.client.api.messages;
  return (
    <div className={styles.actions}>
      <EmojiButton onPick={(emoji) => void store.react(messageId, emoji).catch(() => {})} />
      {onThread && message.threadId === null && (
        <IconButton label={t.reply} onClick={() => onThread(messageId)}>
          <MessageSquareReply aria-hidden="true" />
        </IconButton>
      )}
      <Menu.Root>
        <Menu.Trigger className={button.icon} aria-label={t.moreActions} title={t.moreActions}>
          <MoreHorizontal aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className={menu.positioner}>
            <Menu.Popup className={menu.popup}>
              {isMine && (
                <Menu.Item className={menu.item} onClick={onEdit}>
                  <Pencil aria-hidden="true" /> {t.edit}
                </Menu.Item>
              )}
              <Menu.Item
                className={menu.item}
                onClick={() => void (isPinned ? unpin : pin).mutate({ messageId }).catch(() => {})}
              >
                {isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}{' '}
                {isPinned ? t.unpin : t.pin}
              </Menu.Item>
              <Menu.Item
                className={menu.item}
                onClick={() => void navigator.clipboard.writeText(message.content)}
              >
                <Copy aria-hidden="true" /> {t.copyText}
              </Menu.Item>
              {isMine && (
                <Menu.Item className={menu.item} data-danger onClick={() => setDeleting(true)}>
                  <Trash2 aria-hidden="true" /> {t.delete}
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Dialog title={t.deleteMessage} isOpen={isDeleting} onClose={() => setDeleting(false)}>
        <div className={dialog.row}>
          <Button look="plain" onClick={() => setDeleting(false)}>
            {t.cancel}
          </Button>
          <Button look="danger" onClick={() => void store.delete(messageId).catch(() => {})}>
            {t.delete}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

function EmojiButton({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={button.icon} aria-label={t.react} title={t.react}>
        <SmilePlus aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={4} className={menu.positioner}>
          <Popover.Popup className={menu.popup} aria-label={t.react}>
            <div className={styles.emojis}>
              {EMOJI.map((emoji) => (
                <button
                  key={emoji}
                  type="button"
                  onClick={() => {
                    setOpen(false);
                    onPick(emoji);
                  }}
                >
                  {emoji}
                </button>
              ))}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
