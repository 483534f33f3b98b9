import type { Role, Server } from '@palaver/client';
import { describe, expect, test } from 'vitest';
import { messageWith } from '../testing/records.js';
import { actionsOn } from './actions-on.js';

const REACTION = { emoji: '👍', count: 1, users: ['ada'] };

/** What the menu has, in its order. */
function offered(
  isMine: boolean,
  role: Role | null,
  isDm = false,
  fields = {},
  editHistory: Server['editHistory'] | null = isDm ? null : 'moderators',
): string {
  const actions = actionsOn(messageWith(fields), { isMine, role, channel: { isDm }, editHistory });
  return Object.entries(actions)
    .flatMap(([name, isOffered]) => (isOffered ? [name] : []))
    .join(' ');
}

describe('the menu of a message offers', () => {
  test.each<[string, boolean, Role | null, boolean, string]>([
    ['to its author', true, 'member', false, 'edit quote markUnread delete'],
    ['to its author in a direct message', true, null, true, 'edit quote markUnread delete'],
    ['to a member', false, 'member', false, 'quote markUnread report'],
    ['to who is no member, and before the role is known', false, null, false, 'quote markUnread report'],
    ['to a moderator', false, 'moderator', false, 'quote markUnread report delete'],
    ['to an admin', false, 'admin', false, 'quote markUnread report delete'],
    ['to the owner', false, 'owner', false, 'quote markUnread report delete'],
    ['to the other one in a direct message', false, null, true, 'quote markUnread'],
  ])('%s', (_name, isMine, role, isDm, expected) => expect(offered(isMine, role, isDm)).toBe(expected));

  test.each([
    ['of a reply, which has no place to come back to', { threadId: 'm0' }, 'quote report'],
    [
      'of a reply that is in its channel as well',
      { threadId: 'm0', alsoInChannel: true },
      'quote markUnread report',
    ],
    ['without a text', { content: '' }, 'markUnread report'],
    ['with reactions', { reactions: [REACTION] }, 'quote markUnread whoReacted report'],
  ])('%s', (_name, fields, expected) => expect(offered(false, 'member', false, fields)).toBe(expected));

  test.each<[Server['editHistory'] | null, string]>([
    ['moderators', 'author moderator admin owner'],
    ['everyone', 'author member moderator admin owner'],
    ['nobody', ''],
    [null, 'author moderator admin owner'],
  ])('earlier texts, where the server says %s, to: %s', (setting, expected) => {
    const shown = (['author', 'member', 'moderator', 'admin', 'owner'] as const).filter((who) => {
      const isAuthor = who === 'author';
      return offered(isAuthor, isAuthor ? 'member' : who, false, { edited: true }, setting).includes(
        'editHistory',
      );
    });
    expect(shown.join(' ')).toBe(expected);
  });
});
