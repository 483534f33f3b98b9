import { useEffect, useRef, useState } from 'react';
import type { Row } from './message-rows.js';
import { hasShifted, joined } from './staged-rows.js';

interface Staged {
  readonly rows: readonly Row[];
  /** Whether what is seen keeps its distance from the end: rows have come or gone before it. */
  readonly isShifted: boolean;
}

/**
 * Rows for the virtual list, which can tell where rows have come or gone at one end at a time. When a long list grows at one
 * end and lets go of rows at the other, the rows that go are shown once more with those that come, and then go.
 */
export function useStagedRows(rows: readonly Row[]): Staged {
  const [shown, setShown] = useState(rows);
  const before = useRef<readonly Row[]>(rows);
  const staged = shown === rows ? rows : (joined(before.current, rows) ?? rows);
  const isShifted = hasShifted(before.current, staged);
  useEffect(() => {
    before.current = staged;
    if (staged !== rows || shown !== rows) setShown(rows);
  });
  return { rows: staged, isShifted };
}
