import { ChannelIcon } from '@palaver/elements/channels/channel-link.js';
import styles from './home.module.css';
import { usePlace } from './places.js';

/** Where a message is. */
export function PlaceLine({ channelId }: { readonly channelId: string }) {
  const place = usePlace(channelId);
  if (place === null) return <p className={styles.place}>…</p>;
  const { channel, server } = place;
  return (
    <p className={styles.place} dir="auto">
      {!channel.isDm && <ChannelIcon channel={channel} />}
      {channel.displayName}
      {server !== null && ` · ${server}`}
    </p>
  );
}
