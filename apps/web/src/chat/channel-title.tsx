import type { AnyChannel } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { ChannelIcon } from '@palaver/elements/channels/channel-link.js';
import styles from '@palaver/elements/chat/channel-page.module.css';
import { PersonAvatar } from '@palaver/elements/people/person.js';
import { late } from '@palaver/elements/ui/late.js';
import { LateMenu } from '@palaver/elements/ui/late-menu.js';
import { useResource } from '@palaver/react';
import { useTexts } from '../i18n/i18n.js';
import { ChannelMenuIcon, useChannelPreference } from './channel-preference.js';

const loadChannelMenu = () => import('./channel-menu.js');
const ChannelMenu = late(loadChannelMenu);

/** The name of a channel, with its menu and its topic. */
export function ChannelTitle({ channel }: { readonly channel: AnyChannel }) {
  const t = useTexts();
  const { value: me } = useResource(resources.me);
  const { mutedUntil } = useChannelPreference(channel.id);
  const other = channel.members?.length === 2 ? channel.members.find(({ id }) => id !== me?.id) : undefined;
  return (
    <>
      {other && <PersonAvatar user={other} size="small" />}
      {!channel.isDm && <ChannelIcon channel={channel} />}
      <h1 dir="auto">{channel.displayName}</h1>
      <LateMenu
        label={t.channelMenu}
        className={styles.trigger}
        icon={<ChannelMenuIcon isMuted={mutedUntil !== null} />}
        load={loadChannelMenu}
      >
        <ChannelMenu channel={channel} />
      </LateMenu>
      {channel.topic && (
        <div className={styles.topic} title={channel.topic}>
          <p dir="auto">{channel.topic}</p>
        </div>
      )}
    </>
  );
}
