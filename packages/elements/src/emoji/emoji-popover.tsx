import { Popover } from '@base-ui/react/popover';
import { resources } from '@palaver/client/store';
import { useResource } from '@palaver/react';
import { EmojiPicker, type Emoji as Picked, type SkinTone } from 'frimousse';
import { type AriaAttributes, type ComponentProps, useMemo, useRef, useState } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import menu from '../ui/menu.module.css';
import type { Overlay } from '../ui/overlay.js';
import { Emoji, emojiName } from './emoji.js';
import styles from './emoji-popover.module.css';
import { type OfServer, pickerData } from './picker-data.js';
import { recentEmoji, rememberEmoji } from './recent-emoji.js';
import { chooseTone, chosenTone, loadEmoji, tonesOf } from './unicode-emoji.js';

type EmojiOverlay = Extract<Overlay, { readonly kind: 'emoji' }>;

/** Where one picks an emoji: of those used last, of the server's own, or of all. */
export default function EmojiPopover({
  overlay,
  onClose,
}: {
  readonly overlay: EmojiOverlay;
  readonly onClose: () => void;
}) {
  const t = useTexts();
  const { portals } = useChatHost();
  const picker = useRef<HTMLDivElement>(null);
  const { anchor, serverId, onPick } = overlay;
  const firstField = () => picker.current?.querySelector('input') ?? true;

  function pick(emoji: string) {
    rememberEmoji(emoji);
    onClose();
    onPick(emoji);
  }

  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Portal container={portals}>
        <Popover.Positioner anchor={anchor} align="end" sideOffset={6} className={menu.positioner}>
          <Popover.Popup
            ref={picker}
            className={`${menu.popup} ${styles.popup}`}
            aria-label={t.pickEmoji}
            initialFocus={firstField}
            finalFocus={() => (anchor instanceof HTMLElement ? anchor : true)}
          >
            {serverId === null ? (
              <Picker serverEmoji={NONE} onPick={pick} />
            ) : (
              <PickerOfServer serverId={serverId} onPick={pick} />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const NONE: readonly OfServer[] = [];

function PickerOfServer({
  serverId,
  onPick,
}: {
  readonly serverId: string;
  readonly onPick: (emoji: string) => void;
}) {
  const { value, status } = useResource(useMemo(() => resources.emojiOf(serverId), [serverId]));
  return status === 'loading' ? null : <Picker serverEmoji={value ?? NONE} onPick={onPick} />;
}

function Picker({
  serverEmoji,
  onPick,
}: {
  readonly serverEmoji: readonly OfServer[];
  readonly onPick: (emoji: string) => void;
}) {
  const t = useTexts();
  const [recent] = useState(recentEmoji);
  const [tone, setTone] = useState<SkinTone>(chosenTone);
  const groups = [
    t.emojiSmileys,
    t.emojiPeople,
    '',
    t.emojiNature,
    t.emojiFood,
    t.emojiTravel,
    t.emojiActivities,
    t.emojiObjects,
    t.emojiSymbols,
    t.emojiFlags,
  ];
  const [{ search, version }, setSearch] = useState({ search: '', version: 0 });
  const resolve = async () =>
    pickerData(serverEmoji, await loadEmoji(), [t.emojiOfServer, ...groups], search);
  return (
    <EmojiPicker.Root
      className={styles.root}
      columns={9}
      skinTone={tone}
      resolveEmojiData={resolve}
      // The picker asks for its data again with another version.
      emojiVersion={version}
      onEmojiSelect={({ emoji }: Picked) => onPick(emoji)}
    >
      <EmojiPicker.Search
        className={styles.search}
        aria-label={t.findEmoji}
        placeholder={t.findEmoji}
        onChange={({ target: { value } }) => setSearch({ search: value, version: version + 1 })}
      />
      <fieldset className={styles.recent}>
        <legend>{t.recentEmoji}</legend>
        {recent.slice(0, 9).map((emoji) => (
          <button key={emoji} type="button" aria-label={emojiName(emoji)} onClick={() => onPick(emoji)}>
            <Emoji emoji={emoji} />
          </button>
        ))}
      </fieldset>
      <EmojiPicker.Viewport className={styles.viewport}>
        <EmojiPicker.Loading className={styles.note}>{t.loading}</EmojiPicker.Loading>
        <EmojiPicker.Empty className={styles.note}>{t.noMatch}</EmojiPicker.Empty>
        <EmojiPicker.List
          className={styles.list}
          components={{ CategoryHeader: Header, Row, Emoji: EmojiButton }}
        />
      </EmojiPicker.Viewport>
      <footer className={styles.foot}>
        <EmojiPicker.ActiveEmoji>
          {({ emoji }) => (
            <span className={styles.active}>
              {emoji && <Emoji emoji={emoji.emoji} />} {emoji?.label}
            </span>
          )}
        </EmojiPicker.ActiveEmoji>
        <Tones
          tone={tone}
          onChoose={(chosen) => {
            chooseTone(chosen);
            setTone(chosen);
          }}
        />
      </footer>
    </EmojiPicker.Root>
  );
}

function Tones({ tone, onChoose }: { readonly tone: SkinTone; readonly onChoose: (tone: SkinTone) => void }) {
  const t = useTexts();
  const hands = { none: '✋', ...tonesOf('✋') };
  return (
    <fieldset className={styles.tones}>
      <legend className="visually-hidden">{t.skinTone}</legend>
      {TONES.map((each) => (
        <label key={each} title={t.skinToneName(each)}>
          <input
            type="radio"
            name="skin-tone"
            className="visually-hidden"
            aria-label={t.skinToneName(each)}
            checked={each === tone}
            onChange={() => onChoose(each)}
          />
          <span aria-hidden="true">{hands[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}

const TONES = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;

function Header({ category, ...props }: ComponentProps<'div'> & { readonly category: { label: string } }) {
  return (
    <div className={styles.group} {...props}>
      {category.label}
    </div>
  );
}

function Row(props: ComponentProps<'div'>) {
  return <div className={styles.row} {...fromOne(props)} />;
}

function EmojiButton({
  emoji: { emoji, isActive, label },
  ...props
}: Omit<ComponentProps<'button'>, 'children'> & {
  readonly emoji: { readonly emoji: string; readonly label: string; readonly isActive: boolean };
}) {
  return (
    <button
      type="button"
      className={styles.choice}
      data-active={isActive || undefined}
      {...fromOne(props)}
      title={label}
    >
      <Emoji emoji={emoji} />
    </button>
  );
}

/** The picker counts rows and columns from 0, and ARIA from 1. */
function fromOne<Props extends AriaAttributes>(props: Props): Props {
  const { 'aria-rowindex': row, 'aria-colindex': column } = props;
  return {
    ...props,
    ...(row === undefined ? {} : { 'aria-rowindex': row + 1 }),
    ...(column === undefined ? {} : { 'aria-colindex': column + 1 }),
  };
}
