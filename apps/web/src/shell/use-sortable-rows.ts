import type { SortableRows } from '@palaver/elements/channels/channel-list.js';
import { useMyRole } from '@palaver/elements/people/my-role.js';
import { isAtLeast } from '@palaver/elements/people/role.js';
import { useEffect, useState } from 'react';

/**
 * The rows of the list of channels to be sorted, for who manages channels. They are loaded when somebody comes near with the
 * pointer or the focus (`onNear`); null until then, and for everybody else.
 */
export function useSortableRows(serverId: string) {
  const [isNear, setNear] = useState(false);
  const role = useMyRole(isNear ? serverId : null);
  const mayManage = role !== null && isAtLeast(role, 'admin');
  const [loaded, setLoaded] = useState<SortableRows | null>(null);
  useEffect(() => {
    if (!mayManage) return;
    let isWanted = true;
    import('./sortable-rows.js').then(
      ({ default: Rows }) => isWanted && setLoaded(() => Rows),
      // Without them the list is as before, and the settings sort.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [mayManage]);
  return { Rows: mayManage ? loaded : null, onNear: () => setNear(true) };
}
