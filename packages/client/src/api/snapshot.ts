import { createTRPCClient, type TRPCClient, type TRPCLink } from '@trpc/client';
import { tap } from '@trpc/server/observable';
import type { Settings } from '../options.js';
import type { AppRouter } from '../service.js';
import { parseStreamSeq } from '../state/stream-seq.js';
import type { View } from '../state/view.js';
import type { Lifetime } from '../waiting.js';
import { batchLink } from './links.js';

/** Makes the one query of `read`, and returns its answer with the positions that the answer includes. */
export type ReadSnapshot = <Answer>(
  read: (api: TRPCClient<AppRouter>) => Promise<Answer>,
) => Promise<View<Answer>>;

/** Snapshots that begin at the same time share a request, in which each answer has its positions beside it. */
export function snapshotsOf(settings: Settings, lifetime: Lifetime): ReadSnapshot {
  const batch = batchLink(settings, lifetime)({});
  return async (read) => {
    const answered: unknown[] = [];
    const link: TRPCLink<AppRouter> = () => (call) =>
      batch(call).pipe(tap({ next: ({ result }) => answered.push(result) }));
    const state = await read(createTRPCClient<AppRouter>({ links: [link] }));
    const [answer, ...others] = answered;
    const { streamSeq }: { streamSeq?: unknown } = Object(answer);
    if (typeof streamSeq !== 'string' || others.length > 0) {
      throw new TypeError('A snapshot is one query of which the answer has positions.');
    }
    return { state, cursors: parseStreamSeq(streamSeq) };
  };
}
