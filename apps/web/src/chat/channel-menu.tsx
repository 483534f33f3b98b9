import { Menu } from '@base-ui/react/menu';
import type { AnyChannel } from '@palaver/client';
import styles from '@palaver/elements/chat/channel-page.module.css';
import button from '@palaver/elements/ui/button.module.css';
import menu from '@palaver/elements/ui/menu.module.css';
import { ChannelItems } from '../channels/channel-items.js';
import { useTexts } from '../i18n/i18n.js';
import { ChannelMenuIcon, useChannelPreference } from './channel-preference.js';

/** What one sets for a channel for oneself, and the ways in and out of it. */
export default function ChannelMenu({ channel }: { readonly channel: AnyChannel }) {
  const t = useTexts();
  const { mutedUntil } = useChannelPreference(channel.id);
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger
        className={`${button.icon} ${styles.trigger}`}
        aria-label={t.channelMenu}
        title={t.channelMenu}
      >
        <ChannelMenuIcon isMuted={mutedUntil !== null} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="start" sideOffset={6} className={menu.positioner}>
          <Menu.Popup className={menu.popup}>
            <ChannelItems channel={channel} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
