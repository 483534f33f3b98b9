import type { ChannelGroup } from '../service.js';
import { changeOne, idOf, put, recordIn, withoutId } from './lists.js';
import { plain, type SingleResource } from './resource.js';
import type { Reducer } from './view.js';

/** `groups.list`. */
export const reduceGroupList: Reducer<readonly ChannelGroup[]> = (groups, event) => {
  switch (event.type) {
    case 'group.created': {
      const group = recordIn(event.data);
      return { state: put(groups, group, idOf) };
    }
    case 'group.updated': {
      const group = recordIn(event.data);
      const state = changeOne(groups, group.id, () => group);
      return state && { state };
    }
    case 'group.deleted':
      return { state: withoutId(groups, event.data.id) };
    default:
      return null;
  }
};

export const groupsOf = (serverId: string): SingleResource<readonly ChannelGroup[]> =>
  plain({
    key: `groups/${serverId}`,
    of: serverId,
    ask: (api) => api.groups.list.query({ serverId }),
    reduce: reduceGroupList,
  });
