import type { AnyChannel, Message } from '@palaver/client';
import { resources, type StoreState, stateOf } from '@palaver/client/store';
import { useSelected } from '@palaver/react';
import { Pin } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { clockOf, fullTimeOf, shortClockOf } from '../i18n/clock.js';
import { useI18n } from '../i18n/i18n.js';
import { authorName } from '../people/author-name.js';
import { PersonAvatar, PersonName } from '../people/person.js';
import { late } from '../ui/late.js';
import type { MenuOverlay } from '../ui/overlay.js';
import { Attachments } from './attachments.js';
import { EditForm } from './edit-form.js';
import { isForMe } from './is-for-me.js';
import { Markdown } from './markdown/markdown.js';
import styles from './message-row.module.css';
import { MentionsProvider, useNames, useNeeded } from './names.js';
import { Reactions } from './reactions.js';
import { rowGestures } from './row-gestures.js';
import { SeenBy } from './seen-by.js';
import { ThreadLine } from './thread-line.js';
import { useIsEdited, useOpenEdits } from './use-open-edits.js';

interface MessageRowProps {
  readonly message: Message;
  /** Whether it stands first of several of its author, under their name. */
  readonly isFirst: boolean;
  /** Whether it was asked for by its id. */
  readonly isTarget?: boolean;
  readonly channel: AnyChannel;
  readonly onThread: ((rootId: string) => void) | undefined;
}

/** Only messages of bots have some. */
const MessageComponents = late(() => import('../bots/message-components.js'));
/** Few messages were forwarded. */
const ForwardedLine = late(() => import('./forwarded-line.js'));
/** Few messages of a channel are replies. */
const ReplyLine = late(() => import('./reply-line.js'));
/** With the menus, which are loaded once somebody points at a message. */
const MessageActions = late(() => import('./message-actions.js'));

const selectUserId = ({ userId }: StoreState) => userId;
const selectBlocked = (state: StoreState) => stateOf(state, resources.me).value?.blockedUserIds;

/** One message. What somebody has written whom one has blocked is shown when it is asked for. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const blocked = useSelected(selectBlocked);
  const [isShown, setShown] = useState(false);
  if (isShown || !blocked?.includes(props.message.userId)) return <ShownMessage {...props} />;
  return <BlockedMessage onShow={() => setShown(true)} />;
});

function BlockedMessage({ onShow }: { readonly onShow: () => void }) {
  const { t } = useI18n();
  return (
    <article className={styles.blocked}>
      {t.blockedMessage}{' '}
      <button type="button" className={styles.thread} onClick={onShow}>
        {t.show}
      </button>
    </article>
  );
}

function ShownMessage({ message, isFirst, isTarget = false, channel, onThread }: MessageRowProps) {
  const { t, locale } = useI18n();
  const userId = useSelected(selectUserId);
  // A thread opens no thread of its own.
  const view = onThread ? 'channel' : 'thread';
  const edits = useOpenEdits();
  const isEditing = useIsEdited(view, message.id);
  const names = useNames();
  useNeeded(message.interaction ? [message.interaction.userId] : []);
  const [isPointedAt, setPointedAt] = useState(false);
  const [menuAt, setMenuAt] = useState<MenuOverlay | null>(null);
  const showActions = () => setPointedAt(true);
  const { user, webhook, content, createdAt, edited, mentions, replyCount } = message;
  const name = authorName(message);
  const time = new Date(createdAt);
  const clock = clockOf(time, locale);
  return (
    <article
      className={styles.row}
      data-first={isFirst || undefined}
      data-mention={isForMe(message, userId) || undefined}
      data-target={isTarget || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: messages are walked with the keyboard (ARIA, feed)
      tabIndex={0}
      aria-label={`${name}, ${clock}`}
      onPointerEnter={showActions}
      onFocus={showActions}
      {...rowGestures(setMenuAt, onThread ? () => onThread(message.threadId ?? message.id) : null)}
    >
      <div className={styles.gutter}>
        {isFirst ? (
          <PersonAvatar user={{ ...user, displayName: name }} />
        ) : (
          <time dateTime={createdAt}>{shortClockOf(time, locale)}</time>
        )}
      </div>
      <div className={styles.body}>
        {isFirst && (
          <p className={styles.head}>
            {webhook === null ? (
              <PersonName user={user} serverId={channel.serverId} />
            ) : (
              <strong dir="auto">{name}</strong>
            )}
            {user.bot && <span className={styles.bot}>{webhook === null ? t.bot : t.webhook}</span>}
            <time dateTime={createdAt} title={isPointedAt ? fullTimeOf(time, locale) : undefined}>
              {clock}
            </time>
          </p>
        )}
        {message.interaction?.name && (
          <p className={styles.pinned}>
            <span dir="auto">{names?.usersById.get(message.interaction.userId)?.displayName}</span>{' '}
            <code>/{message.interaction.name}</code>
          </p>
        )}
        {message.forwardedFrom && (
          <Suspense>
            <ForwardedLine source={message.forwardedFrom} />
          </Suspense>
        )}
        {message.threadId !== null && onThread && (
          <Suspense>
            <ReplyLine rootId={message.threadId} channelId={message.channelId} onThread={onThread} />
          </Suspense>
        )}
        {message.pinnedAt !== null && (
          <p className={styles.pinned}>
            <Pin aria-hidden="true" /> {t.pinned}
          </p>
        )}
        {isEditing ? (
          <EditForm message={message} view={view} />
        ) : (
          content !== '' && (
            <MentionsProvider value={mentions}>
              <Markdown text={content} isEdited={edited} />
            </MentionsProvider>
          )
        )}
        <Attachments files={message.attachments} />
        {message.components.length > 0 && (
          <Suspense>
            <MessageComponents message={message} />
          </Suspense>
        )}
        {onThread && <SeenBy message={message} />}
        <Reactions message={message} channel={channel} />
        {replyCount > 0 && onThread && <ThreadLine message={message} onThread={onThread} />}
      </div>
      {(isPointedAt || menuAt !== null) && !isEditing && (
        <Suspense>
          <MessageActions
            message={message}
            channel={channel}
            isMine={message.userId === userId}
            onEdit={() => edits.begin(view, message)}
            onThread={onThread}
            menuAt={menuAt}
            onMenuClose={() => setMenuAt(null)}
          />
        </Suspense>
      )}
    </article>
  );
}
