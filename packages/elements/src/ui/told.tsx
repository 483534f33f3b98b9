import { Suspense, useEffect, useState } from 'react';
import { late } from './late.js';
import type { ToldLines } from './tell.js';

const Toasts = late(() => import('./toasts.js'));

/** Shows what an app tells. What shows it is loaded with the first line. An app has it once. */
export function Told({ lines }: { readonly lines: ToldLines }) {
  const [hasTold, setTold] = useState(false);
  useEffect(() => {
    const look = () => setTold((before) => before || lines.isWaiting);
    look();
    return lines.onTold(look);
  }, [lines]);
  return <Suspense>{hasTold && <Toasts lines={lines} />}</Suspense>;
}
