import type { AdminAct, ServerAct } from '@palaver/client';
import { describe, expect, test } from 'vitest';
import { actsEn as s } from '../../i18n/acts.en.js';
import { adminActor, serverActor } from './actor.js';
import { detailsOf } from './details.js';
import { partsOf } from './sentence.js';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const names = { who: 'ada', what: 'general', whom: 'bob' };
const textOf = (sentence: string) =>
  partsOf(sentence, names)
    .map(({ text, isName }) => (isName ? `<${text}>` : text))
    .join('');

describe('a sentence', () => {
  test.each([
    ['{who} banned {what}', '<ada> banned <general>'],
    ['{what}: {whom} ← {who}', '<general>: <bob> ← <ada>'],
    ['{who} changed the server', '<ada> changed the server'],
    ['moon.landed', '<ada>: moon.landed <general>'],
  ])('%s is told as %s', (sentence, told) => expect(textOf(sentence)).toBe(told));

  test('leaves a name alone that looks like a place', () => {
    expect(partsOf('{who} banned {what}', { ...names, who: '{what}' })[0]).toEqual({
      text: '{what}',
      isName: true,
    });
  });
});

const LINE = { id: ID, createdAt: '', targetId: ID, targetName: '', details: {}, requestId: '' };

describe('who acted', () => {
  test.each([
    [ID, 'ada', 'ada'],
    [ID, 'key:ada', 'key:ada'],
    [null, 'key:shop', s.keyNamed('shop')],
    [null, 'the service', s.theService],
    [null, 'root', s.operator],
  ])('on the service: %s, %s is %s', (actorId, actorName, told) => {
    const act: AdminAct = { ...LINE, actorId, actorName, act: 'user.promoted' };
    expect(adminActor(act, s)).toBe(told);
  });

  test.each<[string | null, string, ServerAct['act'], ServerAct['details'], string]>([
    [ID, 'ada', 'channel.messagesExpired', {}, 'ada'],
    [null, 'an admin of the service', 'server.handedOver', {}, s.anAdmin],
    [null, 'an admin of the service', 'server.handedOver', { ownerIsGone: true }, s.theService],
    [null, 'an admin of the service', 'channel.messagesExpired', {}, s.theService],
    [null, 'the service', 'outgoingWebhook.disabled', {}, s.theService],
    [null, 'an admin of the service', 'outgoingWebhook.disabled', {}, s.anAdmin],
  ])('in a server: %s, %s, %s, %j is %s', (actorId, actorName, act, details, told) => {
    expect(serverActor({ ...LINE, serverId: ID, actorId, actorName, act, details }, s)).toBe(told);
  });
});

test.each<[ServerAct['details'], string[]]>([
  [{}, []],
  [{ userId: ID, holdId: ID, channelId: null }, []],
  [{ reason: 'Spam', until: '2026-01-02T03:04:05.678Z' }, ['Reason: Spam', 'Until: @2026-01-02']],
  [{ reason: '', count: 1200 }, ['Messages: #1200']],
  [{ to: 'admin', from: 'member' }, ['Before: =member', 'Now: =admin']],
  [{ retentionDaysBefore: 30, retentionDays: null }, ['Days kept: ∞', 'Days kept before: #30']],
  [{ admin: true, checkOnly: false }, ['As an admin']],
  [{ moonPhase: 'full', valueOf: 1 }, ['moonPhase: full', 'valueOf: #1']],
])('the details %j are told as %j', (details, told) => {
  const written = {
    moment: (instant: string) => `@${instant.slice(0, 10)}`,
    number: (value: number) => `#${value}`,
    roleName: (role: string) => `=${role}`,
  };
  expect(detailsOf(details, s, written)).toEqual(told);
});

interface Acts {
  readonly serverAct: (act: string) => string;
  readonly serviceAct: (act: string) => string;
}
const CATALOGUES = Object.entries(
  import.meta.glob<Readonly<Record<string, Acts>>>('../../i18n/acts.??.ts', { eager: true }),
);
const codesIn = Object.values(
  import.meta.glob<string>('../../i18n/acts.en.ts', { eager: true, query: '?raw', import: 'default' }),
);
const codes = [...new Set(codesIn.flatMap((text) => text.match(/(?<=^ {2}')\w+\.\w+(?=')/gm) ?? []))];

describe.each(CATALOGUES)('%s', (_file, exported) => {
  test.each(codes)('has names in their places for %s', (act) => {
    const places = (text: string) => (text.match(/\{.*?\}/g) ?? []).sort();
    for (const kind of ['serverAct', 'serviceAct'] as const) {
      const english = s[kind](act);
      if (english === act) continue;
      for (const texts of Object.values(exported)) expect(places(texts[kind](act))).toEqual(places(english));
      expect(places(english)).toContain('{who}');
    }
  });
});
