import { Menu } from '@base-ui/react/menu';
import type { AnyChannel, Message } from '@palaver/client';
import { useStore } from '@palaver/react';
import {
  Copy,
  Flag,
  Forward,
  History,
  Link as LinkIcon,
  MailOpen,
  MessageSquareReply,
  MoreHorizontal,
  Pencil,
  Pin,
  PinOff,
  SmilePlus,
  Trash2,
  Users,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { rememberEmoji } from '../emoji/recent-emoji.js';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import { RemindDialog, RemindMenu } from '../later/remind.js';
import { useMyRole } from '../people/my-role.js';
import { Button, IconButton } from '../ui/button.js';
import button from '../ui/button.module.css';
import { Dialog } from '../ui/dialog.js';
import dialog from '../ui/dialog.module.css';
import { late } from '../ui/late.js';
import menu from '../ui/menu.module.css';
import { useAttempt } from '../ui/use-attempt.js';
import { actionsOn } from './actions-on.js';
import { focusComposer } from './composer-focus.js';
import { useEditHistorySetting } from './edit-history-setting.js';
import styles from './message-row.module.css';
import { QuickReactions, SaveButton } from './quick-actions.js';
import { ReportDialog } from './report-dialog.js';
import { useUnreadFrom } from './unread-from.js';

const EditHistory = late(() => import('./edit-history.js'));
const ForwardDialog = late(() => import('./forward-dialog.js'));
const ReactorsDialog = late(() => import('./reactors-dialog.js'));

interface MessageActionsProps {
  readonly message: Message;
  readonly channel: AnyChannel;
  readonly isMine: boolean;
  readonly onEdit: () => void;
  readonly onThread: ((rootId: string) => void) | undefined;
}

type Asked = 'delete' | 'report' | 'history' | 'reactors' | 'forward' | 'remind';

/** What one can do with a message. */
export default function MessageActions({ message, channel, isMine, onEdit, onThread }: MessageActionsProps) {
  const t = useTexts();
  const { addressOf, openOverlay, tell } = useChatHost();
  const store = useStore();
  const attempt = useAttempt();
  const setUnreadFrom = useUnreadFrom();
  const [asked, setAsked] = useState<Asked | null>(null);
  const role = useMyRole(channel.serverId);
  const editHistory = useEditHistorySetting(channel.serverId);
  const { api } = store.client;
  const { id: messageId, channelId, threadId } = message;
  const rootId = threadId ?? messageId;
  const offers = actionsOn(message, { isMine, channel, role, editHistory });
  const isPinned = message.pinnedAt !== null;
  const close = () => setAsked(null);

  function react(emoji: string) {
    rememberEmoji(emoji);
    void attempt(store.react(messageId, emoji));
  }

  async function copyLink() {
    const { serverId } = channel;
    // It leads to where one has it from: a reply can be in the channel as well.
    const address = addressOf({ serverId, channelId, messageId, threadId: onThread ? null : threadId });
    await navigator.clipboard.writeText(new URL(address, location.origin).href);
    tell(t.copied);
  }

  async function markUnread() {
    // First, because the event may come before the answer: what is unread at the end of the list is marked as read.
    setUnreadFrom(messageId);
    try {
      await api.readState.markRead.mutate({ channelId, messageId, unread: true });
    } catch (error) {
      setUnreadFrom(null);
      throw error;
    }
  }

  return (
    <div className={styles.actions}>
      <QuickReactions onReact={react} />
      <IconButton
        label={t.react}
        onClick={({ currentTarget }) =>
          openOverlay({ kind: 'emoji', anchor: currentTarget, serverId: channel.serverId, onPick: react })
        }
      >
        <SmilePlus aria-hidden="true" />
      </IconButton>
      {onThread && (
        <IconButton
          label={t.reply}
          onClick={() => {
            onThread(rootId);
            // One that is open already has no field that comes with the keyboard.
            focusComposer(rootId);
          }}
        >
          <MessageSquareReply aria-hidden="true" />
        </IconButton>
      )}
      <SaveButton messageId={messageId} />
      <Menu.Root>
        <Menu.Trigger className={button.icon} aria-label={t.moreActions} title={t.moreActions}>
          <MoreHorizontal aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className={menu.positioner}>
            <Menu.Popup className={menu.popup}>
              {offers.edit && (
                <Menu.Item className={menu.item} onClick={onEdit}>
                  <Pencil aria-hidden="true" /> {t.edit}
                </Menu.Item>
              )}
              <Menu.Item
                className={menu.item}
                onClick={() =>
                  void attempt((isPinned ? api.messages.unpin : api.messages.pin).mutate({ messageId }))
                }
              >
                {isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}{' '}
                {isPinned ? t.unpin : t.pin}
              </Menu.Item>
              {offers.markUnread && (
                <Menu.Item className={menu.item} onClick={() => void attempt(markUnread())}>
                  <MailOpen aria-hidden="true" /> {t.markUnread}
                </Menu.Item>
              )}
              <RemindMenu messageId={messageId} onAnotherTime={() => setAsked('remind')} />
              <Menu.Separator className={menu.line} />
              <Menu.Item
                className={menu.item}
                onClick={() => void attempt(navigator.clipboard.writeText(message.content))}
              >
                <Copy aria-hidden="true" /> {t.copyText}
              </Menu.Item>
              <Menu.Item className={menu.item} onClick={() => void attempt(copyLink())}>
                <LinkIcon aria-hidden="true" /> {t.copyLink}
              </Menu.Item>
              <Menu.Item className={menu.item} onClick={() => setAsked('forward')}>
                <Forward aria-hidden="true" /> {t.forward}
              </Menu.Item>
              {offers.whoReacted && (
                <Menu.Item className={menu.item} onClick={() => setAsked('reactors')}>
                  <Users aria-hidden="true" /> {t.whoReacted}
                </Menu.Item>
              )}
              {offers.editHistory && (
                <Menu.Item className={menu.item} onClick={() => setAsked('history')}>
                  <History aria-hidden="true" /> {t.editHistory}
                </Menu.Item>
              )}
              {offers.report && (
                <Menu.Item className={menu.item} onClick={() => setAsked('report')}>
                  <Flag aria-hidden="true" /> {t.report}
                </Menu.Item>
              )}
              {offers.delete && (
                <Menu.Item className={menu.item} data-danger onClick={() => setAsked('delete')}>
                  <Trash2 aria-hidden="true" /> {t.delete}
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Dialog title={t.deleteMessage} isOpen={asked === 'delete'} onClose={close}>
        <div className={dialog.row}>
          <Button look="plain" onClick={close}>
            {t.cancel}
          </Button>
          <Button
            look="danger"
            onClick={() => {
              close();
              void attempt(store.delete(messageId));
            }}
          >
            {t.delete}
          </Button>
        </div>
      </Dialog>
      <Suspense>
        {asked === 'remind' && <RemindDialog messageId={messageId} onClose={close} />}
        {asked === 'report' && <ReportDialog messageId={messageId} onClose={close} />}
        {asked === 'forward' && <ForwardDialog message={message} onClose={close} />}
        {asked === 'history' && <EditHistory message={message} onClose={close} />}
        {asked === 'reactors' && <ReactorsDialog message={message} onClose={close} />}
      </Suspense>
    </div>
  );
}
