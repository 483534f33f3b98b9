import styles from '@palaver/elements/chat/channel-page.module.css';
import { useFocusComposer, useLooseTyping } from '@palaver/elements/chat/composer-focus.js';
import { Conversation } from '@palaver/elements/chat/conversation.js';
import { KeptText } from '@palaver/elements/chat/kept-text.js';
import { NamesProvider } from '@palaver/elements/chat/names.js';
import { useLostEdits } from '@palaver/elements/chat/use-open-edits.js';
import { IconButton } from '@palaver/elements/ui/button.js';
import { Menu as MenuIcon } from 'lucide-react';
import { useEffect } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { setPageTitle } from '../live/page-title.js';
import { rememberChannel } from '../shell/last-channel.js';
import { ChannelTitle } from './channel-title.js';
import { PanelButtons, SidePanel, useSide } from './side-panel.js';
import { useHistoryEntry } from './use-history-entry.js';
import { useShownChannel } from './use-shown-channel.js';

interface ChannelPageProps {
  /** Null for a direct message. */
  readonly serverId: string | null;
  readonly channelId: string;
  readonly openMenu: () => void;
}

/** A channel or a direct message: its messages, where one writes, and what is open beside them. */
export function ChannelPage({ serverId, channelId, openMenu }: ChannelPageProps) {
  const t = useTexts();
  const { channel, isGone } = useShownChannel(serverId, channelId);
  const [side, setSide] = useSide();
  const entry = useHistoryEntry(channelId);
  const focusComposer = useFocusComposer();
  useLooseTyping();
  useLostEdits();
  useEffect(() => {
    if (channel?.serverId) rememberChannel(channel.serverId, channelId);
    if (channel) setPageTitle(`${channel.isDm ? '' : '#'}${channel.displayName} – ${t.appName}`);
  }, [channel, channelId, t]);
  if (isGone) return <Gone channelId={channelId} openMenu={openMenu} />;
  const page = (
    <div className={styles.page} data-side={side?.kind}>
      <main className={styles.channel} data-region>
        <header className={styles.head}>
          <IconButton label={t.openMenu} className={styles.menu} onClick={openMenu}>
            <MenuIcon aria-hidden="true" />
          </IconButton>
          {channel && <ChannelTitle channel={channel} />}
          <PanelButtons side={side} onSide={setSide} />
        </header>
        {channel && (
          <Conversation
            channel={channel}
            entry={entry}
            onThread={(rootId) => setSide({ kind: 'thread', rootId })}
          />
        )}
      </main>
      {channel && side && (
        <SidePanel
          channel={channel}
          side={side}
          onClose={() => {
            setSide(null);
            focusComposer(null);
          }}
        />
      )}
    </div>
  );
  return channel ? <NamesProvider channel={channel}>{page}</NamesProvider> : page;
}

function Gone({ channelId, openMenu }: Omit<ChannelPageProps, 'serverId'>) {
  const t = useTexts();
  return (
    <main className={styles.gone}>
      <IconButton label={t.openMenu} className={styles.menu} onClick={openMenu}>
        <MenuIcon aria-hidden="true" />
      </IconButton>
      <h1>{t.goneTitle}</h1>
      <p>{t.goneText}</p>
      <KeptText channelId={channelId} />
    </main>
  );
}
