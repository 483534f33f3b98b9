import { resources, type StoreState, stateOf } from '@palaver/client/store';
import { badgeOf } from '@palaver/elements/channels/badges.js';
import { useSelected } from '@palaver/react';
import { useEffect } from 'react';
import { setTitleCount } from './page-title.js';

/** What badges of channels and direct messages show, all together. */
function selectWaiting(state: StoreState): number {
  const items = stateOf(state, resources.unread).value?.items ?? [];
  return items.reduce((sum, item) => sum + badgeOf({ isDm: item.serverId === null }, item), 0);
}

/** Keeps the count in the title of the page. */
export function useTitleCount(): void {
  const waiting = useSelected(selectWaiting);
  useEffect(() => {
    setTitleCount(waiting);
    return () => setTitleCount(0);
  }, [waiting]);
}
