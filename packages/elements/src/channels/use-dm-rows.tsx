import { resources, type StoreState } from '@palaver/client/store';
import { useResource, useSelected } from '@palaver/react';
import { useTexts } from '../i18n/i18n.js';
import { PersonAvatar, StatusEmoji } from '../people/person.js';
import type { ListRow } from './list-row.js';

const selectMyId = ({ userId }: StoreState) => userId;

interface DmRows {
  /** A heading, and the direct messages below it. */
  readonly rows: readonly ListRow[];
  readonly status: 'loading' | 'ready' | 'gone';
}

/** The list of the direct messages, newest first. */
export function useDmRows(): DmRows {
  const t = useTexts();
  const { value, status } = useResource(resources.dms);
  const myId = useSelected(selectMyId);
  const rows = (value?.items ?? []).map((channel) => {
    const other = channel.members.find(({ id }) => id !== myId) ?? channel.members[0];
    return {
      key: channel.id,
      channel,
      icon: other && <PersonAvatar user={other} size="small" />,
      status: other && channel.members.length <= 2 && <StatusEmoji user={other} />,
    };
  });
  return { rows: [{ key: 'heading', heading: t.directMessages }, ...rows], status };
}
