import type { ChannelMember } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { useResource } from '@palaver/react';
import { useMemo } from 'react';

/** All members of a channel: those that it is shown with where these are all. Undefined until they are known. */
export function useAllMembers(channelId: string): readonly ChannelMember[] | undefined {
  const { value: newest } = useResource(useMemo(() => resources.newestMembersOf(channelId), [channelId]));
  const hasMore = newest?.isWhole === false;
  const all = useMemo(
    () => (hasMore ? resources.membersOfChannel(channelId) : resources.newestMembersOf(channelId)),
    [hasMore, channelId],
  );
  return useResource(all).value?.users;
}
