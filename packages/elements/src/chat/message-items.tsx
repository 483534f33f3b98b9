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
  Pencil,
  Pin,
  PinOff,
  Quote,
  Trash2,
  Users,
} from 'lucide-react';
import { useChatHost } from '../host/chat-host.js';
import { useDrafts } from '../host/chat-session.js';
import { useTexts } from '../i18n/i18n.js';
import { RemindMenu } from '../later/remind.js';
import { useMyRole } from '../people/my-role.js';
import menu from '../ui/menu.module.css';
import { useAttempt } from '../ui/use-attempt.js';
import { actionsOn } from './actions-on.js';
import { useFocusComposer } from './composer-focus.js';
import { useDeleteMessage } from './delete-message.js';
import { useEditHistorySetting } from './edit-history-setting.js';
import { withQuoted } from './quoted.js';
import { useUnreadFrom } from './unread-from.js';

/** A dialog about a message. */
export type Asked = 'report' | 'history' | 'reactors' | 'forward' | 'remind';

export interface OfMessage {
  readonly message: Message;
  readonly channel: AnyChannel;
  readonly isMine: boolean;
  readonly onEdit: () => void;
  readonly onThread: ((rootId: string) => void) | undefined;
}

interface MessageItemsProps extends OfMessage {
  readonly onAsk: (asked: Asked) => void;
  /** Does something once the menu is closed. */
  readonly afterMenu: (act: () => void) => void;
}

/** What the menu of a message offers beside reacting, replying and saving. */
export function MessageItems({
  message,
  channel,
  isMine,
  onEdit,
  onThread,
  onAsk,
  afterMenu,
}: MessageItemsProps) {
  const t = useTexts();
  const { addressOf, tell } = useChatHost();
  const store = useStore();
  const { api } = store.client;
  const attempt = useAttempt();
  const drafts = useDrafts();
  const deleteMessage = useDeleteMessage();
  const focusComposer = useFocusComposer();
  const setUnreadFrom = useUnreadFrom();
  const role = useMyRole(channel.serverId);
  const editHistory = useEditHistorySetting(channel.serverId);
  const { id: messageId, channelId } = message;
  const offers = actionsOn(message, { isMine, channel, role, editHistory });
  const isPinned = message.pinnedAt !== null;

  async function copyLink() {
    const { serverId } = channel;
    // It leads to where one has it from: a reply can be in the channel as well.
    const threadId = onThread ? null : message.threadId;
    const address = addressOf({ serverId, channelId, messageId, threadId });
    await navigator.clipboard.writeText(new URL(address, location.origin).href);
    tell(t.copied);
  }

  /** Where the message is shown, one answers. */
  const place = { channelId, threadId: onThread ? null : (message.threadId ?? messageId) };

  function quote() {
    drafts.write(place, withQuoted(drafts.textOf(place), message.content));
    // The menu gives the focus back first.
    afterMenu(() => focusComposer(place.threadId));
  }

  /** The message takes its menu along, to which the keyboard would return. */
  function remove() {
    deleteMessage(message);
    requestAnimationFrame(() => focusComposer(place.threadId));
  }

  async function markUnread() {
    // First, because the event may come before the answer: what is unread at the end of the list is marked as read.
    setUnreadFrom(messageId);
    try {
      // One that is on its way would move the position forward again.
      await store.sendReads();
      await api.readState.markRead.mutate({ channelId, messageId, unread: true });
    } catch (error) {
      setUnreadFrom(null);
      throw error;
    }
  }

  return (
    <>
      {offers.edit && (
        <Menu.Item className={menu.item} onClick={onEdit}>
          <Pencil aria-hidden="true" /> {t.edit}
        </Menu.Item>
      )}
      <Menu.Item
        className={menu.item}
        onClick={() => void attempt((isPinned ? api.messages.unpin : api.messages.pin).mutate({ messageId }))}
      >
        {isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />} {isPinned ? t.unpin : t.pin}
      </Menu.Item>
      {offers.markUnread && (
        <Menu.Item className={menu.item} onClick={() => void attempt(markUnread())}>
          <MailOpen aria-hidden="true" /> {t.markUnread}
        </Menu.Item>
      )}
      <RemindMenu messageId={messageId} onAnotherTime={() => onAsk('remind')} />
      <Menu.Separator className={menu.line} />
      {offers.quote && (
        <Menu.Item className={menu.item} onClick={quote}>
          <Quote aria-hidden="true" /> {t.quoteMessage}
        </Menu.Item>
      )}
      <Menu.Item
        className={menu.item}
        onClick={() => void attempt(navigator.clipboard.writeText(message.content))}
      >
        <Copy aria-hidden="true" /> {t.copyText}
      </Menu.Item>
      <Menu.Item className={menu.item} onClick={() => void attempt(copyLink())}>
        <LinkIcon aria-hidden="true" /> {t.copyLink}
      </Menu.Item>
      <Menu.Item className={menu.item} onClick={() => onAsk('forward')}>
        <Forward aria-hidden="true" /> {t.forward}
      </Menu.Item>
      {offers.whoReacted && (
        <Menu.Item className={menu.item} onClick={() => onAsk('reactors')}>
          <Users aria-hidden="true" /> {t.whoReacted}
        </Menu.Item>
      )}
      {offers.editHistory && (
        <Menu.Item className={menu.item} onClick={() => onAsk('history')}>
          <History aria-hidden="true" /> {t.editHistory}
        </Menu.Item>
      )}
      {offers.report && (
        <Menu.Item className={menu.item} onClick={() => onAsk('report')}>
          <Flag aria-hidden="true" /> {t.report}
        </Menu.Item>
      )}
      {offers.delete && (
        <Menu.Item className={menu.item} data-danger onClick={remove}>
          <Trash2 aria-hidden="true" /> {t.delete}
        </Menu.Item>
      )}
    </>
  );
}
