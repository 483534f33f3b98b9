import { createTRPCClient, type OperationResultEnvelope, type TRPCClient, type TRPCLink } from '@trpc/client';
import { tap } from '@trpc/server/observable';
import type { Settings } from '../options.js';
import type { AppRouter } from '../service.js';
import { parseStreamSeq } from '../state/stream-seq.js';
import type { View } from '../state/view.js';
import type { Lifetime } from '../waiting.js';
import { batchLink, singleLink } from './links.js';

/** Makes the one query of `read`, and returns its answer with the positions that the answer includes. */
export type ReadSnapshot = <Answer>(
  read: (api: TRPCClient<AppRouter>) => Promise<Answer>,
) => Promise<View<Answer>>;

/**
 * Snapshots that begin at the same time share a request, in which each answer has its positions beside it. Where it has none, since a
 * node of an earlier release answered, the query is made again, alone: its positions are then a header.
 */
export function snapshotsOf(settings: Settings, lifetime: Lifetime): ReadSnapshot {
  const links = [batchLink, singleLink].map((linkOf) => linkOf(settings, lifetime)({}));
  return async (read) => {
    for (const send of links) {
      const answered: Array<string | null> = [];
      const link: TRPCLink<AppRouter> = () => (call) =>
        send(call).pipe(tap({ next: (answer) => answered.push(positionsOf(answer)) }));
      const state = await read(createTRPCClient<AppRouter>({ links: [link] }));
      const [positions, ...others] = answered;
      if (positions != null && others.length === 0) return { state, cursors: parseStreamSeq(positions) };
    }
    throw new TypeError('A snapshot is one query of which the answer has positions.');
  };
}

/** Null where an answer has none. */
function positionsOf({ result, context }: OperationResultEnvelope<unknown, unknown>): string | null {
  const { streamSeq }: { streamSeq?: unknown } = Object(result);
  if (typeof streamSeq === 'string') return streamSeq;
  const { response }: { response?: Partial<Response> } = Object(context);
  return response?.headers?.get('Stream-Seq') ?? null;
}
