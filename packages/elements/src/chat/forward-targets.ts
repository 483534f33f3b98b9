import type { AnyChannel } from '@palaver/client';

/** Where a message can be forwarded to. */
export interface ForwardTarget {
  readonly id: string;
  readonly name: string;
  /** The name of its server; null for a direct message. */
  readonly serverName: string | null;
}

/** What is needed of a channel. */
export type Forwardable = Pick<AnyChannel, 'id' | 'displayName' | 'serverId' | 'isDm' | 'archived'>;

interface Known {
  readonly channels: readonly Forwardable[];
  readonly servers: readonly { readonly id: string; readonly name: string }[];
  /** The channels and direct messages that one is in. */
  readonly joinedIds: ReadonlySet<string>;
  /** That of the message, which comes first. */
  readonly channelId: string;
}

/** As many are offered at once; a part of the name finds the others. */
const TARGETS_MAX = 50;

/** The places that one writes in and whose name has all words of a text, in the order in which they are known. */
export function forwardTargets(
  { channels, servers, joinedIds, channelId }: Known,
  text: string,
): ForwardTarget[] {
  const words = text.toLowerCase().split(/\s+/);
  const found = channels
    .filter(({ id, archived, isDm }) => !archived && (isDm || joinedIds.has(id)))
    .map(({ id, displayName, serverId }) => {
      const serverName = servers.find((server) => server.id === serverId)?.name ?? null;
      return { id, name: displayName, serverName };
    })
    .filter(({ name, serverName }) => {
      const said = `${name} ${serverName ?? ''}`.toLowerCase();
      return words.every((word) => said.includes(word));
    });
  const [here, others] = [
    found.filter(({ id }) => id === channelId),
    found.filter(({ id }) => id !== channelId),
  ];
  return [...here, ...others].slice(0, TARGETS_MAX);
}
