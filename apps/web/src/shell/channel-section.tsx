import type { Channel } from '@palaver/client';
import { useDeferredValue } from 'react';
import { ChannelLink } from './channel-link.js';
import styles from './sidebar.module.css';

/** More channels than a screen shows. The others follow without holding up the messages beside them. */
const SHOWN_AT_ONCE = 40;

interface ChannelSectionProps {
  readonly id: string;
  readonly name: string;
  readonly channels: readonly Channel[];
}

/** The channels of one group in the list of a server. */
export function ChannelSection({ id, name, channels }: ChannelSectionProps) {
  const shown = useDeferredValue(channels, channels.slice(0, SHOWN_AT_ONCE));
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={`group-${id}`}>
      <h3 className={styles.group} id={`group-${id}`} dir="auto">
        {name}
      </h3>
      <ul className={styles.items}>
        {shown.map((channel) => (
          <li key={channel.id}>
            <ChannelLink channel={channel} href={`/servers/${channel.serverId}/channels/${channel.id}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
