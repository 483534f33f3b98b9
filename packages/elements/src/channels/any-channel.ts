import type { AnyChannel, Channel } from '@palaver/client';

/** A channel of a list of a server or of direct messages as one of any kind. */
export function anyChannel(channel: Channel | AnyChannel): AnyChannel {
  return 'members' in channel ? channel : { ...channel, members: null };
}
