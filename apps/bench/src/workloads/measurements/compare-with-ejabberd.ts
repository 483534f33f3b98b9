import type { Measurement } from '../../harness/cell.js';
import type { Bench } from '../../harness/workload.js';
import { type Ejabberd, startEjabberd } from '../../targets/ejabberd/ejabberd.js';

export interface EjabberdComparison<Size> {
  /** Whether ejabberd is compared at this size. */
  readonly includes: (size: Size) => boolean;
  readonly accounts: number;
  /** Called once when ejabberd has started. */
  readonly prepare: (ejabberd: Ejabberd) => (size: Size) => Measurement;
}

/** Starts ejabberd where it is installed and a size needs it. Returns what it adds to the targets of a size. */
export async function compareWithEjabberd<Size>(
  bench: Bench,
  sizes: readonly Size[],
  { includes, accounts, prepare }: EjabberdComparison<Size>,
): Promise<(size: Size) => { ejabberd?: Measurement }> {
  const ejabberd = sizes.some(includes) ? await startEjabberd(bench, accounts) : null;
  if (ejabberd === null) return () => ({});
  const measurementOf = prepare(ejabberd);
  return (size) => (includes(size) ? { ejabberd: measurementOf(size) } : {});
}
