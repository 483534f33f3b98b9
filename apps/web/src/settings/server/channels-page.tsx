import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button } from '@palaver/elements/ui/button.js';
import { useChannels, useStore } from '@palaver/react';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import CreateChannelDialog from '../../shell/create-channel-dialog.js';
import { Page } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { Outcome } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import { ChannelDialog } from './channel-dialog.js';
import {
  changesFor,
  moveChannel,
  moveGroup,
  placeOf,
  type Section,
  sectionsOf,
  stepChannel,
  stepGroup,
} from './channel-order.js';
import { ChannelRows } from './channel-rows.js';
import { dragIdOf, groupOfDragId } from './drag-ids.js';
import { GroupCard, LooseChannels, NewGroupDialog } from './group-card.js';
import { useServerTexts } from './texts.js';
import { useDragTexts } from './use-drag-texts.js';

/** The channels and groups, to be sorted and changed. */
export default function ChannelsPage({
  serverId,
  isOwner,
}: {
  readonly serverId: string;
  readonly isOwner: boolean;
}) {
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
    const group = groupOf.get(groupOfDragId(id) ?? '');
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

  const writer = (next: readonly Section[] | null) => (next === null ? undefined : () => void write(next));

  function drop({ active, over }: DragEndEvent) {
    if (over === null || active.id === over.id) return;
    const [id, overId] = [String(active.id), String(over.id)];
    const [group, overGroup] = [groupOfDragId(id), groupOfDragId(overId)];
    const place = overGroup === undefined ? placeOf(sections, overId) : { groupId: overGroup, index: 0 };
    if (place === null) return;
    if (group === undefined) void write(moveChannel(sections, id, place));
    else if (group !== null && place.groupId !== null) void write(moveGroup(sections, group, place.groupId));
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
          items={sections.map(({ groupId }) => dragIdOf(groupId))}
          strategy={verticalListSortingStrategy}
        >
          {sections.map(({ groupId, channelIds }) => {
            const group = groupId === null ? undefined : groupOf.get(groupId);
            const items = channelIds.map((id) => channelOf.get(id)).filter((each) => each !== undefined);
            const rows = (
              <ChannelRows
                key="rows"
                channels={items}
                onEdit={setEdited}
                isBusy={act.isBusy}
                stepOf={(id, step) => writer(stepChannel(sections, id, step))}
              />
            );
            return group ? (
              <GroupCard
                key={group.id}
                group={group}
                isBusy={act.isBusy}
                stepOf={(step) => writer(stepGroup(sections, group.id, step))}
              >
                {rows}
              </GroupCard>
            ) : (
              <LooseChannels key="none">{rows}</LooseChannels>
            );
          })}
        </SortableContext>
      </DndContext>
      {open === 'channel' && <CreateChannelDialog serverId={serverId} onClose={() => setOpen(null)} />}
      {open === 'group' && <NewGroupDialog serverId={serverId} onClose={() => setOpen(null)} />}
      {editedChannel && (
        <ChannelDialog channel={editedChannel} isOwner={isOwner} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}
