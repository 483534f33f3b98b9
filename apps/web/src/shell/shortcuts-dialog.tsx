import { Dialog } from '@palaver/elements/ui/dialog.js';
import { useChannelsTexts } from '../channels/texts.js';
import { useTexts } from '../i18n/i18n.js';
import { keysOf, SHORTCUT_NAMES, type ShortcutName } from './shortcut.js';
import styles from './shortcuts-dialog.module.css';

type Texts = ReturnType<typeof useChannelsTexts>;

/** What each shortcut does. */
const DOES: Record<ShortcutName, (s: Texts) => string> = {
  switcher: (s) => s.keySwitcher,
  nextChannel: (s) => s.keyNextChannel,
  previousChannel: (s) => s.keyPreviousChannel,
  nextUnread: (s) => s.keyNextUnread,
  previousUnread: (s) => s.keyPreviousUnread,
  nextRegion: (s) => s.keyNextRegion,
  previousRegion: (s) => s.keyPreviousRegion,
  shortcuts: (s) => s.keyShortcuts,
};

/** The keys of the field where messages are written, which are the same on all machines. */
function writingKeys(s: Texts): ReadonlyArray<readonly [does: string, keys: readonly string[]]> {
  return [
    [s.keySendMessage, ['Enter']],
    [s.keyNewLine, ['Shift', 'Enter']],
    [s.keyEditLast, ['↑']],
    [s.keyCloseInnermost, ['Esc']],
  ];
}

/** What the keyboard does everywhere, and where one writes. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts();
  const s = useChannelsTexts();
  const isMac = /mac|iphone|ipad/i.test(navigator.platform);
  return (
    <Dialog title={t.shortcuts} isOpen onClose={onClose}>
      <dl className={styles.shortcuts}>
        {SHORTCUT_NAMES.map((name) => (
          <Line key={name} does={DOES[name](s)} keys={keysOf(name, isMac)} />
        ))}
        {writingKeys(s).map(([does, keys]) => (
          <Line key={does} does={does} keys={keys} />
        ))}
      </dl>
    </Dialog>
  );
}

function Line({ does, keys }: { readonly does: string; readonly keys: readonly string[] }) {
  return (
    <div>
      <dt>{does}</dt>
      <dd dir="ltr">
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </div>
  );
}
