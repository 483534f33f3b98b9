import type { Actor } from '../../kernel/services/actor.js';
import type { Stream } from '../../log/streams.js';
import type { Scope } from '../../protocol/scopes.js';

/** What a bot's token that has scopes needs to follow a stream, beside that of the connection. */
const SCOPE_OF: Readonly<Record<Stream['kind'], Scope>> = {
  channel: 'messages:read',
  server: 'servers:read',
  user: 'realtime:read',
};

/** Whether an actor's token may follow streams of this kind. */
export function mayFollow({ scopes }: Pick<Actor, 'scopes'>, kind: Stream['kind']): boolean {
  return scopes === undefined || scopes.includes(SCOPE_OF[kind]);
}
