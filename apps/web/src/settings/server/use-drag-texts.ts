import type { DragEndEvent } from '@dnd-kit/core';
import { useServerTexts } from './texts.js';

type Dragged = Pick<DragEndEvent, 'active' | 'over'>;

/** What a screen reader says of dragging. */
export function useDragTexts(nameOf: (id: string) => string) {
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
