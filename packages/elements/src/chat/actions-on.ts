import type { AnyChannel, Message, Role, Server } from '@palaver/client';
import { isAtLeast } from '../people/role.js';

interface Asking {
  readonly isMine: boolean;
  readonly channel: Pick<AnyChannel, 'isDm'>;
  /** The person's role in the server; null where it is not known, and in a direct message. */
  readonly role: Role | null;
  /** Who reads earlier texts in the server; null where it is not known, and in a direct message. */
  readonly editHistory: Server['editHistory'] | null;
}

type Asked = Pick<Message, 'content' | 'threadId' | 'alsoInChannel' | 'reactions' | 'edited'>;

/** What the menu of a message offers. The service decides by itself what it lets somebody do. */
export function actionsOn({ content, threadId, alsoInChannel, reactions, edited }: Asked, asking: Asking) {
  const { isMine, channel, role, editHistory } = asking;
  const moderates = isMine || (role !== null && isAtLeast(role, 'moderator'));
  const readsEarlier = editHistory === 'everyone' || (editHistory !== 'nobody' && moderates);
  return {
    edit: isMine,
    quote: content !== '',
    markUnread: threadId === null || alsoInChannel,
    whoReacted: reactions.length > 0,
    editHistory: edited && readsEarlier,
    report: !isMine && !channel.isDm,
    delete: moderates,
  };
}
