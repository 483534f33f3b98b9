import type { AnyChannel } from '@palaver/client';
import type { MessageToSend } from '@palaver/client/store';
import { useStore } from '@palaver/react';
import { ChevronDown, SendHorizontal, Smile, Type } from 'lucide-react';
import { Suspense, useId, useRef } from 'react';
import { looksLikeCommand } from '../bots/command-prompt.js';
import { useCommand } from '../bots/use-command.js';
import { emojiName } from '../emoji/emoji.js';
import { prepareEmoji, withEmoji } from '../emoji/with-emoji.js';
import { useChatHost } from '../host/chat-host.js';
import { useDrafts } from '../host/chat-session.js';
import { useI18n } from '../i18n/i18n.js';
import { IconButton } from '../ui/button.js';
import { late } from '../ui/late.js';
import { LateMenu } from '../ui/late-menu.js';
import { AlsoInChannel, useAlsoInChannel } from './also-in-channel.js';
import styles from './composer.module.css';
import { useComposerFocus } from './composer-focus.js';
import { useFormatBar } from './composing/use-format-bar.js';
import { lengthLeft } from './length-left.js';
import { LengthNote } from './length-note.js';
import { useNames } from './names.js';
import { useTypedText } from './typed-texts.js';
import { AttachButton, UploadList } from './upload-list.js';
import { arrivedIds, type Readiness, readiness } from './uploads.js';
import { useDroppedFiles } from './use-hovering-files.js';
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
export function Composer({ channel, threadId, label, onSent, onUp }: ComposerProps) {
  const { id: channelId, serverId } = channel;
  const names = useNames();
  const store = useStore();
  const [text, setText] = useTypedText(channelId, threadId);
  const drafts = useDrafts();
  const uploads = useUploads({ channelId, threadId });
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<WritingFieldHandle>(null);
  const [hasBar, setBar] = useFormatBar();
  const [alsoInChannel, setAlsoInChannel] = useAlsoInChannel(threadId);
  const command = useCommand(channelId, text, () => {
    clear();
    onSent?.();
  });
  useDroppedFiles({ threadId, label, form, onFiles: addFiles });
  useComposerFocus(threadId, () => field.current?.focus());

  const place = { channelId, threadId, alsoInChannel };
  const message = { ...place, content: text.trim(), attachmentIds: arrivedIds(uploads.items) };
  const shown = () => withEmoji(message.content, (name) => names?.emoji.has(name) ?? false);
  const { left, isTooLong, noteId } = useLength(message.content, shown);
  const ready = isTooLong ? 'nothing' : readiness(text, uploads.items);

  function addFiles(files: FileList) {
    uploads.add(files);
    field.current?.focus();
  }

  function keepWriting() {
    uploads.keepWriting();
    field.current?.focus();
  }

  function clear() {
    setText('');
    uploads.clear();
    field.current?.focus();
  }

  function send() {
    if (ready === 'nothing' || uploads.isWaiting) return;
    if (looksLikeCommand(text))
      void command.send({ text, threadId, names, hasFiles: uploads.items.length > 0 });
    else post();
  }

  /** During an upload the text stays where it is until the files are there. */
  function post() {
    const content = shown();
    uploads.send((ids) => {
      store.send({ ...message, content, attachmentIds: ids });
      if (drafts.textOf({ channelId, threadId }) === text) setText('');
    });
    if (ready === 'uploading') return;
    field.current?.focus();
    onSent?.();
  }

  return (
    <form
      ref={form}
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {/* The bar takes its room before it is loaded. */}
      <Suspense fallback={hasBar && <div className={styles.barComing} />}>
        {hasBar && <FormatBar text={text} onChange={(change) => field.current?.change(change)} />}
      </Suspense>
      <Suspense>
        {looksLikeCommand(text) && <CommandLine channelId={channelId} text={text} />}
        {command.notSent && <CommandNote notSent={command.notSent} onPost={post} />}
      </Suspense>
      <UploadList uploads={uploads} onKeepWriting={keepWriting} />
      <LengthNote id={noteId} left={left} />
      <div className={styles.bar}>
        <AttachButton onFiles={addFiles} />
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
            uploads.keepWriting();
            prepareEmoji(next);
            if (threadId === null) store.typing(channelId);
          }}
          onEnter={send}
          onFiles={uploads.add}
          {...(onUp ? { onUp } : {})}
        />
        <FormatsButton isShown={hasBar} onShow={setBar} />
        <EmojiButton serverId={serverId} onPick={(emoji) => field.current?.insert(`${emojiName(emoji)} `)} />
        <SendButtons ready={ready} message={message} onScheduled={clear} />
      </div>
      {threadId !== null && (
        <AlsoInChannel serverId={serverId} isOn={alsoInChannel} onChange={setAlsoInChannel} />
      )}
    </form>
  );
}

/** An emoji is one character, and its name is longer: the text is counted as it is sent. */
function useLength(typed: string, shown: () => string) {
  const noteId = useId();
  const left = lengthLeft(typed) === null ? null : lengthLeft(shown());
  return { left, isTooLong: left !== null && left < 0, noteId };
}

function FormatsButton({
  isShown,
  onShow,
}: {
  readonly isShown: boolean;
  readonly onShow: (isShown: boolean) => void;
}) {
  const { t } = useI18n();
  return (
    <IconButton label={isShown ? t.hideFormats : t.showFormats} onClick={() => onShow(!isShown)}>
      <Type aria-hidden="true" />
    </IconButton>
  );
}

interface SendButtonsProps {
  readonly ready: Readiness;
  readonly message: Required<Omit<MessageToSend, 'files'>>;
  readonly onScheduled: () => void;
}

function SendButtons({ ready, message, onScheduled }: SendButtonsProps) {
  const { t } = useI18n();
  return (
    <div className={styles.sending}>
      <IconButton type="submit" label={t.send} disabled={ready === 'nothing'} className={styles.send}>
        <SendHorizontal aria-hidden="true" />
      </IconButton>
      <LateMenu
        label={t.sendLater}
        icon={<ChevronDown aria-hidden="true" />}
        // Nobody invokes a command later: it would be posted as a message.
        isDisabled={ready !== 'ready' || looksLikeCommand(message.content)}
        load={loadSendLater}
      >
        <SendLater message={message} isReady={ready === 'ready'} onScheduled={onScheduled} />
      </LateMenu>
    </div>
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
