import { resources } from '@palaver/client/store';
import { useResource } from '@palaver/react';
import { BellOff, ChevronDown } from 'lucide-react';
import { useMemo } from 'react';

/** Of what in a channel the person wants to hear. */
export function useChannelPreference(channelId: string) {
  const { value: preference } = useResource(
    useMemo(() => resources.preferenceOfChannel(channelId), [channelId]),
  );
  const { level = null, mutedUntil = null } = preference ?? {};
  const isMuted = mutedUntil !== null && Date.parse(mutedUntil) > Date.now();
  return { level, mutedUntil: isMuted ? mutedUntil : null };
}

export function ChannelMenuIcon({ isMuted }: { readonly isMuted: boolean }) {
  return isMuted ? <BellOff aria-hidden="true" /> : <ChevronDown aria-hidden="true" />;
}
