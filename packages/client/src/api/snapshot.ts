import { createTRPCClient, type TRPCClient } from '@trpc/client';
import type { Settings } from '../options.js';
import type { AppRouter } from '../service.js';
import { parseStreamSeq } from '../state/stream-seq.js';
import type { View } from '../state/view.js';
import type { Lifetime } from '../waiting.js';
import { linkWithHeaders } from './links.js';

/** Makes the one query of `read`, and returns its answer with the positions in its header `Stream-Seq`. */
export async function readSnapshot<Answer>(
  settings: Settings,
  lifetime: Lifetime,
  read: (api: TRPCClient<AppRouter>) => Promise<Answer>,
): Promise<View<Answer>> {
  const headers: Array<string | null> = [];
  const link = linkWithHeaders(settings, lifetime, (received) => headers.push(received.get('Stream-Seq')));
  const state = await read(createTRPCClient<AppRouter>({ links: [link] }));
  const [header, ...others] = headers;
  if (header == null || others.length > 0) {
    throw new TypeError('A snapshot is one query of which the answer carries Stream-Seq.');
  }
  return { state, cursors: parseStreamSeq(header) };
}
