import type { User, UserGroup } from '../service.js';
import { changeOne, idOf, put, recordIn, withoutId } from './lists.js';
import { plain, type SingleResource } from './resource.js';
import type { Reducer } from './view.js';

/** `userGroups.list`. */
export const reduceUserGroupList: Reducer<readonly UserGroup[]> = (groups, { type, data }) => {
  switch (type) {
    case 'user_group.created': {
      const group = recordIn(data);
      return { state: put(groups, group, idOf) };
    }
    case 'user_group.deleted':
      return { state: withoutId(groups, data.id) };
    case 'user_group.updated': {
      const group = recordIn(data);
      return changed(groups, group.id, group);
    }
    case 'user_group.member_added':
    case 'user_group.member_removed':
      return changed(groups, data.userGroupId, { memberCount: data.memberCount });
    default:
      return null;
  }
};

function changed(groups: readonly UserGroup[], groupId: string, fields: Partial<UserGroup>) {
  const state = changeOne(groups, groupId, (group) => ({ ...group, ...fields }));
  return state && { state };
}

/** `userGroups.members`, newest account first. */
export interface UserGroupMembers {
  readonly userGroupId: string;
  readonly users: readonly User[];
}

/** All of it is in the server's stream. */
export const reduceUserGroupMembers: Reducer<UserGroupMembers> = (state, { type, data }) => {
  const without = (userId: string) => ({
    state: { ...state, users: withoutId(state.users, userId) },
  });
  switch (type) {
    case 'user_group.member_added':
      if (data.userGroupId !== state.userGroupId) return null;
      return { state: { ...state, users: put(state.users, data.user, idOf) } };
    case 'user_group.member_removed':
      return data.userGroupId === state.userGroupId ? without(data.userId) : null;
    case 'member.left':
      // Of the server: who leaves a channel stays in the groups.
      return data.channelId === null ? without(data.userId) : null;
    case 'user.updated': {
      const user = recordIn(data);
      const users = changeOne(state.users, user.id, () => user);
      return users && { state: { ...state, users } };
    }
    default:
      return null;
  }
};

/** The groups of people that can be mentioned in a server. */
export const userGroupsOf = (serverId: string): SingleResource<readonly UserGroup[]> =>
  plain({
    key: `user-groups/${serverId}`,
    of: serverId,
    ask: (api) => api.userGroups.list.query({ serverId }),
    reduce: reduceUserGroupList,
  });
