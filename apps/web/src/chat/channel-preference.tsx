import { resources } from '@palaver/client/store';
import { useResource } from '@palaver/react';
import { BellOff, ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { activeMute } from './muting.js';

/** Of what in a channel the person wants to hear. */
export function useChannelPreference(channelId: string) {
  const { value: preference } = useResource(
    useMemo(() => resources.preferenceOfChannel(channelId), [channelId]),
  );
  const { level = null, mutedUntil = null } = preference ?? {};
  return { level, mutedUntil: activeMute(mutedUntil) };
}

export function ChannelMenuIcon({ isMuted }: { readonly isMuted: boolean }) {
  return isMuted ? <BellOff aria-hidden="true" /> : <ChevronDown aria-hidden="true" />;
}
