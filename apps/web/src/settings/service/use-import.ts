import type { ServerImportReport } from '@palaver/client';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useStore } from '@palaver/react';
import { useEffect, useState } from 'react';
import { paceOf, type Reached, withReached } from './import-pace.js';

const EVERY_MS = 1_000;

export const isGoing = ({ state }: Pick<ServerImportReport, 'state'>): boolean =>
  state === 'checking' || state === 'importing' || state === 'joining';

/** An import as it is now, and how fast it goes. It is asked for again while it goes on. */
export function useImport(importId: string, onEnd: () => void) {
  const { client } = useStore();
  const [seen, setSeen] = useState<readonly Reached[]>([]);
  const answer = useAnswer(async () => {
    const now = await client.api.admin.import.query({ importId });
    setSeen((before) => withReached(before, { linesDone: now.linesDone, at: performance.now() }));
    return now;
  }, importId);
  const { value, reload } = answer;
  const goesOn = value === null || isGoing(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer, and each error, asks for the next one
  useEffect(() => {
    if (!goesOn) return onEnd();
    const timer = setTimeout(() => void reload(), EVERY_MS);
    return () => clearTimeout(timer);
  }, [value, answer.error, goesOn]);
  return { ...answer, pace: value === null ? null : paceOf(seen, value.lines) };
}
