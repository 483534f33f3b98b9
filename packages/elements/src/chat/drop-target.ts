/** A field where messages are written, as a place for files. */
export interface DropTarget {
  /** What the field says, such as "Message general". */
  readonly label: string;
  /** The part of the window that belongs to it. */
  readonly box: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
}

/**
 * Where files go that are dropped at a point: to the field of that part of the window, and else to the first field, which is that of
 * the channel. The last of two that lie over each other is on top. Null where nothing takes files.
 */
export function targetAt<Target extends DropTarget>(
  targets: readonly Target[],
  { clientX: x, clientY: y }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): Target | null {
  const holds = ({ box }: Target) => x >= box.left && x < box.right && y >= box.top && y < box.bottom;
  return targets.findLast(holds) ?? targets[0] ?? null;
}
