import { randomUUID } from 'node:crypto';
import { effects } from '../history/effect.js';
import { type Invocation, invocationBy } from './invocation.js';
import type { Scenario, User } from './scenario.js';

/** The observer joins a public channel. */
export function joinChannel({ serverId, observer }: Scenario, channelId: string): Invocation {
  return invocationBy(observer, {
    kind: 'join',
    effect: effects.joined(channelId, observer.id),
    method: 'POST',
    path: `/api/servers/${serverId}/channels/${channelId}/join`,
  });
}

/** The observer leaves a public channel. */
export function leaveChannel({ serverId, observer }: Scenario, channelId: string): Invocation {
  return invocationBy(observer, {
    kind: 'leave',
    effect: effects.left(channelId, observer.id),
    method: 'POST',
    path: `/api/servers/${serverId}/channels/${channelId}/leave`,
  });
}

/** A user accepts the invite to the server. */
export function acceptInvite({ serverId, inviteCode }: Scenario, user: User): Invocation {
  return invocationBy(user, {
    kind: 'accept-invite',
    effect: effects.joined(serverId, user.id),
    method: 'POST',
    path: `/api/invites/${inviteCode}/accept`,
  });
}

/** The owner adds a user to a private channel. */
export function addMember({ serverId, owner }: Scenario, channelId: string, userId: string): Invocation {
  return invocationBy(owner, {
    kind: 'add-member',
    effect: effects.joined(channelId, userId),
    method: 'POST',
    path: `/api/servers/${serverId}/channels/${channelId}/members`,
    body: { userId },
  });
}

/** The owner removes a user from a private channel. */
export function removeMember({ serverId, owner }: Scenario, channelId: string, userId: string): Invocation {
  return invocationBy(owner, {
    kind: 'remove-member',
    effect: effects.left(channelId, userId),
    method: 'DELETE',
    path: `/api/servers/${serverId}/channels/${channelId}/members/${userId}`,
  });
}

/** The owner bans a user, who leaves the server and all its channels. */
export function banUser({ serverId, owner }: Scenario, userId: string): Invocation {
  return invocationBy(owner, {
    kind: 'ban',
    effect: effects.left(serverId, userId),
    method: 'PUT',
    path: `/api/servers/${serverId}/bans/${userId}`,
    body: { reason: 'checked' },
    key: randomUUID(),
  });
}

/** The owner ends a ban. With a key, so that no late attempt ends the next one. */
export function unbanUser({ serverId, owner }: Scenario, userId: string): Invocation {
  return invocationBy(owner, {
    kind: 'unban',
    effect: effects.unbanned(userId),
    method: 'DELETE',
    path: `/api/servers/${serverId}/bans/${userId}`,
    key: randomUUID(),
  });
}

/** The owner removes a user from the server, and so from all its channels. */
export function removeFromServer({ serverId, owner }: Scenario, userId: string): Invocation {
  return invocationBy(owner, {
    kind: 'remove-from-server',
    effect: effects.left(serverId, userId),
    method: 'DELETE',
    path: `/api/servers/${serverId}/members/${userId}`,
  });
}
