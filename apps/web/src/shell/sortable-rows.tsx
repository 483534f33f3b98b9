import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardCode,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
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
import { ChannelLink } from '@palaver/elements/channels/channel-link.js';
import type { HeadingRow, ListRow } from '@palaver/elements/channels/list-row.js';
import { SectionHeading } from '@palaver/elements/channels/section-heading.js';
import styles from '@palaver/elements/channels/sidebar.module.css';
import { sentenceOf } from '@palaver/elements/ui/refusal.js';
import { useChannels, useStore } from '@palaver/react';
import { GripVertical } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useTexts } from '../i18n/i18n.js';
import { changesFor, type Section, sectionsOf } from '../settings/server/channel-order.js';
import { useServerTexts } from '../settings/server/texts.js';
import { useDragTexts } from '../settings/server/use-drag-texts.js';
import { tell } from '../ui/tell.js';
import { arranged, canBeSorted, dropped, sectionOfRow } from './dropped.js';

interface SortableRowsProps {
  readonly serverId: string;
  readonly rows: readonly ListRow[];
  readonly list: Ref<VirtualizerHandle>;
  readonly startMargin: number;
}

/** Enter opens a channel, so it picks nothing up. */
const KEYS = {
  start: [KeyboardCode.Space],
  cancel: [KeyboardCode.Esc],
  end: [KeyboardCode.Space, KeyboardCode.Enter],
};

/** The rows of the list of channels. Channels and groups can be dragged, with the pointer, a finger or the keyboard. */
export default function SortableRows({ serverId, rows: stored, list, startMargin }: SortableRowsProps) {
  const t = useTexts();
  const { client } = useStore();
  const { channels, groups } = useChannels(serverId);
  /** The order that is being written. */
  const [wanted, setWanted] = useState<readonly Section[] | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const sections = wanted ?? sectionsOf(channels, groups);
  const rows = wanted === null ? stored : arranged(stored, wanted);
  const indexOf = (key: string) => rows.findIndex((row) => row.key === key);
  const drag = useDragTexts((key) => {
    const row = rows[indexOf(key)];
    return row === undefined ? '' : 'heading' in row ? row.heading : row.channel.displayName;
  });
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 300, tolerance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, keyboardCodes: KEYS }),
  );

  async function drop({ active: dragged, over }: DragEndEvent) {
    setActive(null);
    openNothing();
    const next = over && dropped(sections, rows, indexOf(String(dragged.id)), indexOf(String(over.id)));
    if (!next) return;
    setWanted(next);
    const changes = changesFor(next, channels, groups);
    try {
      for (const change of changes.groups) await client.api.groups.update.mutate({ serverId, ...change });
      for (const change of changes.channels) await client.api.channels.update.mutate({ serverId, ...change });
    } catch (cause) {
      tell(sentenceOf(cause, t), true);
    }
    setWanted(null);
  }

  const kept = active === null ? -1 : indexOf(active);
  const isGroup = kept >= 0 && 'heading' in (rows[kept] ?? {});
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={drag}
      onDragStart={({ active: { id } }) => setActive(String(id))}
      onDragCancel={() => setActive(null)}
      onDragEnd={(event) => void drop(event)}
    >
      <SortableContext
        items={rows.filter(canBeSorted).map(({ key }) => key)}
        // A group takes its channels along: nothing makes room for its name alone.
        strategy={isGroup ? () => null : verticalListSortingStrategy}
      >
        <Virtualizer
          ref={list}
          data={rows}
          startMargin={startMargin}
          as="ul"
          item="li"
          keepMounted={kept < 0 ? [] : [kept]}
        >
          {(row) =>
            'heading' in row ? (
              <Heading key={row.key} row={row} />
            ) : canBeSorted(row) ? (
              <SortableChannel key={row.key} row={row} />
            ) : (
              <ChannelLink {...row} key={row.key} />
            )
          }
        </Virtualizer>
      </SortableContext>
    </DndContext>
  );
}

type ChannelRow = Exclude<ListRow, HeadingRow>;

function Heading({ row }: { readonly row: HeadingRow }) {
  return canBeSorted(row) ? <SortableHeading row={row} /> : <SectionHeading row={row} />;
}

/** The name of a group. Channels can be dropped on that of the channels in no group, but it stays first. */
function SortableHeading({ row }: { readonly row: HeadingRow }) {
  const s = useServerTexts();
  const isGroup = sectionOfRow(row) !== null;
  const sortable = useSortable({ id: row.key, disabled: { draggable: !isGroup, droppable: false } });
  return (
    <Dragged sortable={sortable}>
      <SectionHeading row={row}>
        {isGroup && (
          <button
            type="button"
            className={styles.handle}
            aria-label={s.move(row.heading)}
            title={s.move(row.heading)}
            // Space on the name closes the section.
            ref={sortable.setActivatorNodeRef}
            {...sortable.attributes}
          >
            <GripVertical aria-hidden="true" />
          </button>
        )}
      </SectionHeading>
    </Dragged>
  );
}

function SortableChannel({ row }: { readonly row: ChannelRow }) {
  const sortable = useSortable({ id: row.key });
  return (
    <Dragged sortable={sortable}>
      <ChannelLink {...row} describedBy={sortable.attributes['aria-describedby']} />
    </Dragged>
  );
}

function Dragged({
  sortable,
  children,
}: {
  readonly sortable: ReturnType<typeof useSortable>;
  readonly children: ReactNode;
}) {
  const { setNodeRef, listeners, transform, transition, isDragging, isOver, active } = sortable;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is in it has the focus
    <div
      ref={setNodeRef}
      className={styles.sortable}
      data-dragging={isDragging || undefined}
      data-over={(isOver && active !== null && !isDragging) || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      // The browser's own dragging of a link would take its place.
      onDragStart={(event) => event.preventDefault()}
      {...listeners}
    >
      {children}
    </div>
  );
}

/** The pointer is over a link when it drops it, which is no click on it. */
function openNothing(): void {
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', stop, { capture: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 50);
}
