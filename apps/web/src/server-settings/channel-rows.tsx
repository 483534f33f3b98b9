import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { Channel } from '@palaver/client';
import { GripVertical, Settings } from 'lucide-react';
import parts from '../settings/parts.module.css';
import { ChannelIcon } from '../shell/channel-link.js';
import { IconButton } from '../ui/button.js';
import styles from './channels-page.module.css';
import { useServerTexts } from './texts.js';

interface ChannelRowsProps {
  readonly channels: readonly Channel[];
  readonly onEdit: (channelId: string) => void;
}

/** The channels of a group, to be sorted and changed. */
export function ChannelRows({ channels, onEdit }: ChannelRowsProps) {
  const s = useServerTexts();
  return (
    <SortableContext items={channels.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
      {channels.length === 0 && <p className={styles.empty}>{s.emptyGroup}</p>}
      <ul className={styles.list}>
        {channels.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} onEdit={() => onEdit(channel.id)} />
        ))}
      </ul>
    </SortableContext>
  );
}

function ChannelRow({ channel, onEdit }: { readonly channel: Channel; readonly onEdit: () => void }) {
  const s = useServerTexts();
  const sortable = useSortable({ id: channel.id });
  return (
    <li
      ref={sortable.setNodeRef}
      className={styles.channel}
      data-dragging={sortable.isDragging || undefined}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
    >
      <IconButton
        label={s.move(channel.displayName)}
        className={styles.handle}
        {...sortable.attributes}
        {...sortable.listeners}
      >
        <GripVertical aria-hidden="true" />
      </IconButton>
      <ChannelIcon channel={channel} />
      <span className={styles.name} dir="auto">
        {channel.displayName}
      </span>
      {channel.archived && <span className={parts.tag}>{s.archivedTag}</span>}
      {channel.joinedByDefault && <span className={parts.tag}>{s.joinedTag}</span>}
      <IconButton label={`${s.channelSettings}: ${channel.displayName}`} onClick={onEdit}>
        <Settings aria-hidden="true" />
      </IconButton>
    </li>
  );
}
