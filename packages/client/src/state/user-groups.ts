import type { User, UserGroup } from '../service.js';
import { change, put } from './lists.js';
import type { Reducer } from './view.js';

/** `userGroups.list`. */
export const reduceUserGroupList: Reducer<readonly UserGroup[]> = (groups, { type, data }) => {
  switch (type) {
    case 'user_group.created': {
      const { streamId, seq, ...group } = data;
      return { state: put(groups, group, ({ id }) => id) };
    }
    case 'user_group.deleted':
      return { state: groups.filter(({ id }) => id !== data.id) };
    case 'user_group.updated': {
      const { streamId, seq, ...group } = data;
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
  const state = change(
    groups,
    ({ id }) => id === groupId,
    (group) => ({ ...group, ...fields }),
  );
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
    state: { ...state, users: state.users.filter(({ id }) => id !== userId) },
  });
  switch (type) {
    case 'user_group.member_added':
      if (data.userGroupId !== state.userGroupId) return null;
      return { state: { ...state, users: put(state.users, data.user, ({ id }) => id) } };
    case 'user_group.member_removed':
      return data.userGroupId === state.userGroupId ? without(data.userId) : null;
    case 'member.left':
      // Of the server: who leaves a channel stays in the groups.
      return data.channelId === null ? without(data.userId) : null;
    case 'user.updated': {
      const { streamId, seq, ...user } = data;
      const users = change(
        state.users,
        ({ id }) => id === user.id,
        () => user,
      );
      return users && { state: { ...state, users } };
    }
    default:
      return null;
  }
};
