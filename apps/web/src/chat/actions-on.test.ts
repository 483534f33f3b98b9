import type { Role } from '@palaver/client';
import { describe, expect, test } from 'vitest';
import { messageWith } from '../testing/records.js';
import { actionsOn } from './actions-on.js';

const REACTION = { emoji: '👍', count: 1, users: ['ada'] };

/** What the menu has, in its order. */
function offered(isMine: boolean, role: Role | null, isDm = false, fields = {}): string {
  const actions = actionsOn(messageWith(fields), { isMine, role, channel: { isDm } });
  return Object.entries(actions)
    .flatMap(([name, isOffered]) => (isOffered ? [name] : []))
    .join(' ');
}

describe('the menu of a message offers', () => {
  test.each<[string, boolean, Role | null, boolean, string]>([
    ['to its author', true, 'member', false, 'edit markUnread delete'],
    ['to its author in a direct message', true, null, true, 'edit markUnread delete'],
    ['to a member', false, 'member', false, 'markUnread report'],
    ['to who is no member, and before the role is known', false, null, false, 'markUnread report'],
    ['to a moderator', false, 'moderator', false, 'markUnread report delete'],
    ['to an admin', false, 'admin', false, 'markUnread report delete'],
    ['to the owner', false, 'owner', false, 'markUnread report delete'],
    ['to the other one in a direct message', false, null, true, 'markUnread'],
  ])('%s', (_name, isMine, role, isDm, expected) => expect(offered(isMine, role, isDm)).toBe(expected));

  test.each([
    ['of a reply, which has no place to come back to', { threadId: 'm0' }, 'report'],
    ['with reactions', { reactions: [REACTION] }, 'markUnread whoReacted report'],
    ['that was edited', { edited: true }, 'markUnread editHistory report'],
  ])('%s', (_name, fields, expected) => expect(offered(false, 'member', false, fields)).toBe(expected));
});
