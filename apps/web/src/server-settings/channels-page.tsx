import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { Channel, ChannelGroup } from '@palaver/client';
import { useChannels, useStore } from '@palaver/react';
import { GripVertical, Pencil, Settings, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Outcome, Page } from '../settings/parts.js';
import parts from '../settings/parts.module.css';
import { useAct } from '../settings/use-act.js';
import CreateChannelDialog from '../shell/create-channel-dialog.js';
import { ChannelIcon } from '../shell/channel-link.js';
import { Button, IconButton } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { ChannelDialog } from './channel-dialog.js';
import { changesFor, moveChannel, moveGroup, placeOf, type Section, sectionsOf } from './channel-order.js';
import styles from './channels-page.module.css';
import { useServerTexts } from './texts.js';

/** Tells groups from channels among what is dragged. */
const GROUP = 'group:';
/** The place of the channels in no group. */
const NO_GROUP = 'none';

/** The channels and groups, to be sorted and changed. */
export default function ChannelsPage({ serverId }: { readonly serverId: string }) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();
  const { channels, groups } = useChannels(serverId);
  const act = useAct();
  const [open, setOpen] = useState<'channel' | 'group' | null>(null);
  const [edited, setEdited] = useState<string | null>(null);
  /** The order that is being written. */
  const [wanted, setWanted] = useState<readonly Section[] | null>(null);
  const sections = wanted ?? sectionsOf(channels, groups);
  const channelOf = new Map(channels.map((channel) => [channel.id, channel]));
  const groupOf = new Map(groups.map((group) => [group.id, group]));
  const drag = useDragTexts((id) => {
    const group = groupOf.get(id.slice(GROUP.length));
    return group?.name ?? channelOf.get(id)?.displayName ?? s.noGroup;
  });
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  async function write(next: readonly Section[]) {
    setWanted(next);
    const changes = changesFor(next, channels, groups);
    await act.run(async () => {
      for (const change of changes.groups) await client.api.groups.update.mutate({ serverId, ...change });
      for (const change of changes.channels) await client.api.channels.update.mutate({ serverId, ...change });
    });
    setWanted(null);
  }

  function drop({ active, over }: DragEndEvent) {
    if (over === null || active.id === over.id) return;
    const [id, overId] = [String(active.id), String(over.id)];
    if (id.startsWith(GROUP)) {
      const target = overId.startsWith(GROUP)
        ? overId.slice(GROUP.length)
        : placeOf(sections, overId)?.groupId;
      if (target) void write(moveGroup(sections, id.slice(GROUP.length), target));
      return;
    }
    const to = overId.startsWith(GROUP) ? { groupId: groupIn(overId), index: 0 } : placeOf(sections, overId);
    if (to !== null) void write(moveChannel(sections, id, to));
  }

  const editedChannel = edited === null ? undefined : channelOf.get(edited);
  return (
    <Page
      title={s.channels}
      intro={s.channelsIntro}
      action={
        <div className={parts.buttons}>
          <Button look="plain" onClick={() => setOpen('group')}>
            {s.newGroup}
          </Button>
          <Button onClick={() => setOpen('channel')}>{t.createChannel}</Button>
        </div>
      }
    >
      <Outcome act={act} />
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop} accessibility={drag}>
        <SortableContext
          items={sections.map(({ groupId }) => `${GROUP}${groupId ?? NO_GROUP}`)}
          strategy={verticalListSortingStrategy}
        >
          {sections.map(({ groupId, channelIds }) => {
            const group = groupId === null ? undefined : groupOf.get(groupId);
            const items = channelIds.map((id) => channelOf.get(id)).filter((each) => each !== undefined);
            const rows = <ChannelRows key="rows" channels={items} onEdit={setEdited} />;
            return group ? (
              <GroupCard key={group.id} group={group}>
                {rows}
              </GroupCard>
            ) : (
              <LooseChannels key={NO_GROUP}>{rows}</LooseChannels>
            );
          })}
        </SortableContext>
      </DndContext>
      {open === 'channel' && <CreateChannelDialog serverId={serverId} isOpen onClose={() => setOpen(null)} />}
      {open === 'group' && <NewGroupDialog serverId={serverId} onClose={() => setOpen(null)} />}
      {editedChannel && <ChannelDialog channel={editedChannel} onClose={() => setEdited(null)} />}
    </Page>
  );
}

interface ChannelRowsProps {
  readonly channels: readonly Channel[];
  readonly onEdit: (channelId: string) => void;
}

function ChannelRows({ channels, onEdit }: ChannelRowsProps) {
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

function groupIn(id: string): string | null {
  const groupId = id.slice(GROUP.length);
  return groupId === NO_GROUP ? null : groupId;
}

/** What a screen reader says of dragging. */
function useDragTexts(nameOf: (id: string) => string) {
  const s = useServerTexts();
  return {
    screenReaderInstructions: { draggable: s.dragHelp },
    announcements: {
      onDragStart: ({ active }: Dragged) => s.picked(nameOf(String(active.id))),
      onDragOver: ({ active, over }: Dragged) =>
        // At first it is over its own place, which would take the words of its beginning.
        over && over.id !== active.id
          ? s.over(nameOf(String(active.id)), nameOf(String(over.id)))
          : undefined,
      onDragEnd: ({ active }: Dragged) => s.dropped(nameOf(String(active.id))),
      onDragCancel: ({ active }: Dragged) => s.dropCancelled(nameOf(String(active.id))),
    },
  };
}

type Dragged = Pick<DragEndEvent, 'active' | 'over'>;

function LooseChannels({ children }: { readonly children: ReactNode }) {
  const s = useServerTexts();
  const { setNodeRef } = useDroppable({ id: `${GROUP}${NO_GROUP}` });
  return (
    <section ref={setNodeRef} className={styles.group} aria-label={s.noGroup}>
      <header className={styles.groupHead}>
        <h2>{s.noGroup}</h2>
      </header>
      {children}
    </section>
  );
}

function GroupCard({ group, children }: { readonly group: ChannelGroup; readonly children: ReactNode }) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const sortable = useSortable({ id: `${GROUP}${group.id}` });
  const { name, serverId, id: groupId } = group;

  async function change(form: FormData) {
    if (open === 'delete') await client.api.groups.delete.mutate({ serverId, groupId });
    else {
      const to = String(form.get('name') ?? '').trim();
      await client.api.groups.update.mutate({ serverId, groupId, name: to });
    }
  }

  return (
    <section
      ref={sortable.setNodeRef}
      className={styles.group}
      aria-label={name}
      data-dragging={sortable.isDragging || undefined}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
    >
      <header className={styles.groupHead}>
        <IconButton
          label={s.move(name)}
          className={styles.handle}
          {...sortable.attributes}
          {...sortable.listeners}
        >
          <GripVertical aria-hidden="true" />
        </IconButton>
        <h2 dir="auto">{name}</h2>
        <IconButton label={s.renameGroup(name)} onClick={() => setOpen('rename')}>
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton label={t.remove(name)} onClick={() => setOpen('delete')}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </header>
      {children}
      {open !== null && (
        <FormDialog
          title={open === 'delete' ? s.deleteGroup(name) : s.renameGroup(name)}
          action={open === 'delete' ? t.delete : t.save}
          look={open === 'delete' ? 'danger' : 'primary'}
          isOpen
          onClose={() => setOpen(null)}
          onSubmit={change}
        >
          {open === 'delete' ? (
            <p>{s.deleteGroupText}</p>
          ) : (
            <Field label={s.groupName} name="name" defaultValue={name} required maxLength={64} />
          )}
        </FormDialog>
      )}
    </section>
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

function NewGroupDialog({ serverId, onClose }: { readonly serverId: string; readonly onClose: () => void }) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();
  return (
    <FormDialog
      title={s.newGroup}
      action={t.create}
      isOpen
      onClose={onClose}
      onSubmit={(form) =>
        client.api.groups.create.mutate({ serverId, name: String(form.get('name') ?? '').trim() })
      }
    >
      <Field label={s.groupName} name="name" required maxLength={64} autoComplete="off" />
    </FormDialog>
  );
}
