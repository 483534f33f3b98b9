import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Row } from './message-rows.js';
import type { EditView } from './open-edits.js';
import { useOpenEdits } from './use-open-edits.js';

/**
 * The places of the rows of which the texts are being changed: the keyboard stays in them, also out of sight. One that is opened
 * out of sight, as with the arrow up, is brought into it by `reveal`.
 */
export function useEditedRows(view: EditView, rows: readonly Row[], reveal: (key: string) => void): number[] {
  const edits = useOpenEdits();
  const get = () => edits.version;
  const version = useSyncExternalStore(edits.subscribe, get, get);
  const lastBegun = edits.lastBegun(view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each message that is opened
  useEffect(() => {
    if (lastBegun !== null) reveal(lastBegun);
  }, [lastBegun]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each message that is opened or closed
  return useMemo(
    () => rows.flatMap(({ key }, index) => (edits.textOf(view, key) === null ? [] : index)),
    [rows, version, view],
  );
}
