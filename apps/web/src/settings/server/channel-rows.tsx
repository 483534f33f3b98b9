import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { Channel } from '@palaver/client';
import { ChannelIcon } from '@palaver/elements/channels/channel-link.js';
import { IconButton } from '@palaver/elements/ui/button.js';
import { GripVertical, Settings } from 'lucide-react';
import parts from '../shared/parts.module.css';
import styles from './channels-page.module.css';
import { StepButtons } from './step-buttons.js';
import { useServerTexts } from './texts.js';

interface ChannelRowsProps {
  readonly channels: readonly Channel[];
  readonly onEdit: (channelId: string) => void;
  /** Whether an order is being written. */
  readonly isBusy: boolean;
  /** Moves a channel one place up or down; undefined where there is none. */
  readonly stepOf: (channelId: string, step: -1 | 1) => (() => void) | undefined;
}

/** The channels of a group, to be sorted and changed. */
export function ChannelRows({ channels, onEdit, isBusy, stepOf }: ChannelRowsProps) {
  const s = useServerTexts();
  return (
    <SortableContext items={channels.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
      {channels.length === 0 && <p className={styles.empty}>{s.emptyGroup}</p>}
      <ul className={styles.list}>
        {channels.map((channel) => (
          <ChannelRow
            key={channel.id}
            channel={channel}
            onEdit={() => onEdit(channel.id)}
            isBusy={isBusy}
            stepOf={stepOf}
          />
        ))}
      </ul>
    </SortableContext>
  );
}

interface ChannelRowProps extends Pick<ChannelRowsProps, 'isBusy' | 'stepOf'> {
  readonly channel: Channel;
  readonly onEdit: () => void;
}

function ChannelRow({ channel, onEdit, isBusy, stepOf }: ChannelRowProps) {
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
      <div className={styles.label}>
        <span className={styles.name} dir="auto">
          {channel.displayName}
        </span>
        {channel.archived && <span className={parts.tag}>{s.archivedTag}</span>}
        {channel.joinedByDefault && <span className={parts.tag}>{s.joinedTag}</span>}
      </div>
      <StepButtons
        name={channel.displayName}
        onUp={stepOf(channel.id, -1)}
        onDown={stepOf(channel.id, 1)}
        isBusy={isBusy}
      />
      <IconButton label={`${s.channelSettings}: ${channel.displayName}`} onClick={onEdit}>
        <Settings aria-hidden="true" />
      </IconButton>
    </li>
  );
}
