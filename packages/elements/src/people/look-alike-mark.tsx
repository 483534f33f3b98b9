import { TriangleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { lookAlikesOf, type Named, type SkeletonOf } from './look-alikes.js';
import styles from './person.module.css';

type Found = ReadonlyMap<string, Named>;

const NONE: Found = new Map();
const FoundContext = createContext<Found>(NONE);

/** Marks those of the people who stand here beside each other whose name looks like that of another one. */
export function LookAlikes({
  people,
  children,
}: {
  readonly people: readonly Named[];
  readonly children: ReactNode;
}) {
  const skeletonOf = useSkeletonOf(people.length > 1);
  const found = useMemo(
    () => (skeletonOf === null ? NONE : lookAlikesOf(people, skeletonOf)),
    [people, skeletonOf],
  );
  return <FoundContext.Provider value={found}>{children}</FoundContext.Provider>;
}

function useSkeletonOf(isWanted: boolean): SkeletonOf | null {
  const [loaded, setLoaded] = useState<{ readonly skeletonOf: SkeletonOf } | null>(null);
  useEffect(() => {
    // Without the table nobody is marked; the next list tries again.
    if (isWanted) import('./unicode-skeletons.js').then(setLoaded, () => {});
  }, [isWanted]);
  return loaded?.skeletonOf ?? null;
}

/** Stands after the name of somebody who could be taken for another one here, and says for whom. */
export function LookAlikeMark({ userId }: { readonly userId: string }) {
  const t = useTexts();
  const original = useContext(FoundContext).get(userId);
  if (original === undefined) return null;
  const text = t.looksLike(original.username);
  return (
    <span className={styles.lookAlike} role="img" aria-label={text} title={text}>
      <TriangleAlert aria-hidden="true" />
    </span>
  );
}
