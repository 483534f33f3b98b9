import { ContextMenu } from '@palaver/elements/ui/context-menu.js';
import { useTexts } from '../i18n/i18n.js';
import { type ChannelMenuOverlay, openOverlay } from '../ui/overlay.js';
import { ChannelItems } from './channel-items.js';

/** The context menu of a channel or a direct message. */
export default function ChannelContextMenu({ overlay }: { readonly overlay: ChannelMenuOverlay }) {
  const t = useTexts();
  const { channel, anchor, at } = overlay;
  return (
    <ContextMenu
      label={t.menuOf(channel.displayName)}
      anchor={anchor}
      at={at}
      onClose={() => openOverlay(null)}
    >
      <ChannelItems channel={channel} />
    </ContextMenu>
  );
}
