import type { AnyChannel } from '@palaver/client';
import { useStore } from '@palaver/react';
import { ChevronDown, SendHorizontal, Smile, Type } from 'lucide-react';
import { type DragEvent, Suspense, useEffect, useId, useRef } from 'react';
import { looksLikeCommand } from '../bots/command-prompt.js';
import { useCommand } from '../bots/use-command.js';
import { emojiName } from '../emoji/emoji.js';
import { prepareEmoji, withEmoji } from '../emoji/with-emoji.js';
import { useChatHost } from '../host/chat-host.js';
import { useI18n } from '../i18n/i18n.js';
import { IconButton } from '../ui/button.js';
import { late } from '../ui/late.js';
import { LateMenu } from '../ui/late-menu.js';
import styles from './composer.module.css';
import { focusComposer, useComposerFocus } from './composer-focus.js';
import { useFormatBar } from './composing/use-format-bar.js';
import { lengthLeft } from './length-left.js';
import { LengthNote } from './length-note.js';
import { useNames } from './names.js';
import { isReadyToSend } from './ready-to-send.js';
import { useTypedText } from './typed-texts.js';
import { AttachButton, UploadList } from './upload-list.js';
import { useUploads } from './use-uploads.js';
import { WritingField, type WritingFieldHandle } from './writing-field.js';

const loadSendLater = () => import('../later/send-later.js');
const SendLater = late(loadSendLater);
const CommandLine = late(() => import('../bots/command-line.js'));
const CommandNote = late(() => import('../bots/command-note.js'));
const FormatBar = late(() => import('./composing/format-bar.js'));

interface ComposerProps {
  readonly channel: Pick<AnyChannel, 'id' | 'serverId'>;
  readonly threadId: string | null;
  readonly label: string;
  readonly onSent?: () => void;
  /** The arrow up in the empty field. */
  readonly onUp?: () => void;
}

/** Where one writes. What is typed is kept until it is sent, on this device at once and then by the service. */
export function Composer({
  channel: { id: channelId, serverId },
  threadId,
  label,
  onSent,
  onUp,
}: ComposerProps) {
  const { t } = useI18n();
  const names = useNames();
  const store = useStore();
  const [text, setText] = useTypedText(channelId, threadId);
  const uploads = useUploads(channelId);
  const field = useRef<WritingFieldHandle>(null);
  const [hasBar, setBar] = useFormatBar();
  const command = useCommand(channelId, text, () => {
    clear();
    onSent?.();
  });
  useComposerFocus(threadId, () => field.current?.focus());
  useEffect(() => focusComposer(threadId), [threadId]);

  const attachmentIds = uploads.items.flatMap(({ id }) => id ?? []);
  const message = { channelId, threadId, content: text.trim(), attachmentIds };
  const shown = () => ({
    ...message,
    content: withEmoji(message.content, (name) => names?.emoji.has(name) ?? false),
  });

  const noteId = useId();
  // An emoji is one character, and its name is longer: the text is counted as it is sent.
  const left = lengthLeft(message.content) === null ? null : lengthLeft(shown().content);
  const isTooLong = left !== null && left < 0;
  const isReady = isReadyToSend(text, uploads.items) && !isTooLong;

  function clear() {
    setText('');
    uploads.clear();
    field.current?.focus();
  }

  function send() {
    if (!isReady) return;
    if (looksLikeCommand(text))
      void command.send({ text, threadId, names, hasFiles: attachmentIds.length > 0 });
    else post();
  }

  function post() {
    store.send(shown());
    clear();
    onSent?.();
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    uploads.add(event.dataTransfer.files);
  }

  return (
    <form
      className={styles.composer}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Suspense>
        {hasBar && <FormatBar text={text} onChange={(change) => field.current?.change(change)} />}
      </Suspense>
      <Suspense>
        {looksLikeCommand(text) && <CommandLine channelId={channelId} text={text} />}
        {command.notSent && <CommandNote notSent={command.notSent} onPost={post} />}
      </Suspense>
      <UploadList items={uploads.items} onRemove={uploads.remove} />
      <LengthNote id={noteId} left={left} />
      <div className={styles.bar}>
        <AttachButton onFiles={uploads.add} />
        <WritingField
          ref={field}
          channelId={channelId}
          label={label}
          placeholder={label}
          text={text}
          noteId={left === null ? undefined : noteId}
          isInvalid={isTooLong}
          onText={(next) => {
            setText(next);
            prepareEmoji(next);
            if (threadId === null) store.typing(channelId);
          }}
          onEnter={send}
          onFiles={uploads.add}
          {...(onUp ? { onUp } : {})}
        />
        <IconButton label={hasBar ? t.hideFormats : t.showFormats} onClick={() => setBar(!hasBar)}>
          <Type aria-hidden="true" />
        </IconButton>
        <EmojiButton serverId={serverId} onPick={(emoji) => field.current?.insert(`${emojiName(emoji)} `)} />
        <div className={styles.sending}>
          <IconButton type="submit" label={t.send} disabled={!isReady} className={styles.send}>
            <SendHorizontal aria-hidden="true" />
          </IconButton>
          <LateMenu
            label={t.sendLater}
            icon={<ChevronDown aria-hidden="true" />}
            // Nobody invokes a command later: it would be posted as a message.
            isDisabled={!isReady || looksLikeCommand(text)}
            load={loadSendLater}
          >
            <SendLater message={message} isReady={isReady} onScheduled={clear} />
          </LateMenu>
        </div>
      </div>
    </form>
  );
}

interface EmojiButtonProps extends Pick<AnyChannel, 'serverId'> {
  readonly onPick: (emoji: string) => void;
}

function EmojiButton({ serverId, onPick }: EmojiButtonProps) {
  const { t } = useI18n();
  const { openOverlay } = useChatHost();
  return (
    <IconButton
      label={t.pickEmoji}
      onClick={({ currentTarget }) => openOverlay({ kind: 'emoji', anchor: currentTarget, serverId, onPick })}
    >
      <Smile aria-hidden="true" />
    </IconButton>
  );
}
