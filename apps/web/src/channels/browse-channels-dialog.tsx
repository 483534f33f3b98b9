import type { Channel } from '@palaver/client';
import { resources, selectChannels } from '@palaver/client/store';
import { ChannelIcon } from '@palaver/elements/channels/channel-link.js';
import { addressOf } from '@palaver/elements/host/address.js';
import { Button } from '@palaver/elements/ui/button.js';
import { Dialog } from '@palaver/elements/ui/dialog.js';
import dialog from '@palaver/elements/ui/dialog.module.css';
import { Field } from '@palaver/elements/ui/field.js';
import { useResource, useSelected } from '@palaver/react';
import { Check, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Virtualizer } from 'virtua';
import { Link } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { openDialog } from '../ui/opened-dialog.js';
import styles from './browse-channels.module.css';
import { browsed } from './browsed.js';
import { useChannelsTexts } from './texts.js';
import { useMembership } from './use-membership.js';

interface BrowseChannelsDialogProps {
  readonly serverId: string;
  readonly onClose: () => void;
}

/** All channels of a server that the person may see, and the ways in and out of each. */
export default function BrowseChannelsDialog({ serverId, onClose }: BrowseChannelsDialogProps) {
  const t = useTexts();
  const s = useChannelsTexts();
  const [text, setText] = useState('');
  const { status } = useResource(resources.channelsOf(serverId));
  const channels = useSelected(useMemo(() => selectChannels(serverId), [serverId]));
  const found = useMemo(() => browsed(channels, text), [channels, text]);
  return (
    <Dialog title={t.browseChannels} isAtTop isOpen onClose={onClose}>
      <div className={dialog.form}>
        <Field
          label={s.findChannel}
          type="search"
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        <div className={styles.channels}>
          <Virtualizer data={found} as="ul" item="li">
            {(channel) => <ChannelRow key={channel.id} channel={channel} onClose={onClose} />}
          </Virtualizer>
        </div>
        {found.length === 0 && <p role="status">{status === 'loading' ? t.loading : s.noChannel}</p>}
        <div className={dialog.row}>
          <Button look="plain" onClick={() => openDialog({ kind: 'create-channel', serverId })}>
            {t.createChannel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface ChannelRowProps {
  readonly channel: Channel;
  readonly onClose: () => void;
}

function ChannelRow({ channel, onClose }: ChannelRowProps) {
  const t = useTexts();
  const s = useChannelsTexts();
  const { isMember, join, leave } = useMembership(channel);
  const { displayName: name, topic, memberCount } = channel;
  return (
    <div className={styles.channel}>
      <div className={styles.what}>
        <Link href={addressOf(channel.serverId, channel.id)} className={styles.name} onClick={onClose}>
          <ChannelIcon channel={channel} /> <span dir="auto">{name}</span>
        </Link>
        <p className={styles.topic} dir="auto">
          {topic ?? s.noTopic}
        </p>
        <p className={styles.count}>
          <Users aria-hidden="true" /> {t.members(memberCount)}
          {isMember && (
            <span className={styles.isIn}>
              <Check aria-hidden="true" /> {s.isIn}
            </span>
          )}
        </p>
      </div>
      {/* One button, so that it keeps the focus when the person has come in or gone. */}
      <Button
        look={isMember ? 'plain' : 'primary'}
        className={styles.act}
        aria-label={isMember ? s.leaveNamed(name) : s.joinNamed(name)}
        onClick={() => (isMember ? leave() : void join())}
      >
        {isMember ? s.leave : t.join}
      </Button>
    </div>
  );
}
