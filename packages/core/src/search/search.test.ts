import { describe, expect, test } from 'vitest';
import { createPrivateChannel, type Fixture, uploaded, useFixture } from '../messages/channel.fixture.js';
import { refusedWith } from '../testing/expect.js';
import type { TestUser } from '../testing/world.js';

let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
});

type Given = { q: string; sort?: 'best' | undefined; before?: string | undefined };

async function search(who: TestUser, given: string | Given): Promise<string[]> {
  const { serverId } = fixture;
  const input = typeof given === 'string' ? { q: given } : given;
  return contentsOf(await who.call.search.inServer({ serverId, ...input }));
}
const contentsOf = (found: Awaited<ReturnType<TestUser['call']['search']['everywhere']>>) =>
  found.map(({ message }) => message.content);

async function post(who: TestUser, ...contents: string[]): Promise<string[]> {
  const ids: string[] = [];
  const { channelId } = fixture;
  for (const content of contents) ids.push((await who.call.messages.send({ channelId, content })).id);
  return ids;
}

describe('a search', () => {
  test('answers the messages as they are read, and the ranges of what matched', async () => {
    const { alice, bob, serverId } = fixture;
    const [id = ''] = await post(bob, 'The deploy failed with ERR_42: déployé');
    await alice.call.messages.react({ messageId: id, emoji: '👀' });
    const found = await alice.call.search.inServer({ serverId, q: 'err_4 DEPLOY' });
    expect(found).toEqual([
      {
        message: await alice.call.messages.get({ messageId: id }),
        ranges: [
          { start: 4, end: 10 },
          { start: 23, end: 28 },
          { start: 31, end: 37 },
        ],
      },
    ]);
  });

  test('finds parts of words, phrases, identifiers, other scripts and punctuation, and nothing else', async () => {
    const { bob, alice } = fixture;
    const text = 'The deploy failed with ERR_42 at the café, 100% :) 下午开会议 in C# C:\\temp';
    await post(bob, 'nothing here, errx42, 1000, in March', text);
    const finding = [
      'failed',
      'plo',
      'DÉPLÔY CAFE',
      'err_42',
      '"the deploy"',
      'err_42 deploy',
      '会议',
      '议',
      'at',
      'c# :)',
      '100%',
      'C:\\temp',
      'deploy -plan',
    ];
    for (const q of finding) expect([q, await search(alice, q)]).toEqual([q, [text]]);
    const notFinding = [
      '"deploy the"',
      'err-42',
      'deploy -café',
      'fa',
      'e%d',
      'xyz',
      'absent"',
      'ar',
      '议会',
    ];
    for (const q of notFinding) expect([q, await search(alice, q)]).toEqual([q, []]);
  });

  test('finds what a message shows, and what was typed that it does not show', async () => {
    const { bob, alice, serverId } = fixture;
    const text =
      '**dep**loy of [the api](https://ci.example/builds/42) `npm_run` &amp; more\n- “don’t” \n- ﾊﾟｿｺﾝ ٤٢\n\n```ts\nconst x = 1;\n```';
    await post(bob, 'npm-run, the deploying', text);
    const finding = [
      '"deploy of the api"',
      'ci.example/builds/42',
      'https://ci.example',
      '**dep**loy',
      '"api" npm_run',
      '“npm_run & more”',
      "don't more",
      'パソコン',
      '"パソコン 42"',
      'const x',
      '```ts',
      '&amp;',
      'has:link',
      '「deploy of」 -parrot',
    ];
    for (const q of finding) expect([q, await search(alice, q)]).toEqual([q, [text]]);
    for (const q of ['"api more"', 'loy -builds', '"1; **dep**loy"'])
      expect([q, await search(alice, q)]).toEqual([q, q.includes('loy -') ? ['npm-run, the deploying'] : []]);
    const [found] = await alice.call.search.inServer({ serverId, q: '"deploy of the" 42' });
    expect(found?.ranges.map(({ start, end }) => text.slice(start, end))).toEqual([
      'dep**loy of [the',
      '42',
      '٤٢',
    ]);
  });

  test('counts a text once, whatever it is written with', async () => {
    const { bob, alice } = fixture;
    await post(bob, '**red** red', 'red red red', '[x](https://red.example/red)');
    expect(await search(alice, { q: 'red', sort: 'best' })).toEqual([
      'red red red',
      '[x](https://red.example/red)',
      '**red** red',
    ]);
  });

  test('finds a message, or not, from the answer of its post, edit and deletion on', async () => {
    const { alice, bob } = fixture;
    const [id = ''] = await post(bob, 'first words');
    expect(await search(alice, 'first')).toEqual(['first words']);
    await bob.call.messages.edit({ messageId: id, content: 'second words' });
    expect(await search(alice, 'first')).toEqual([]);
    expect(await search(alice, 'second')).toEqual(['second words']);
    await bob.call.messages.delete({ messageId: id });
    expect(await search(alice, 'words')).toEqual([]);
  });

  test('finds by author, channel, file, link, reaction and thread', async () => {
    const { alice, bob, carol, serverId, channelId } = fixture;
    const { id: otherId } = await alice.call.channels.create({ serverId, name: 'other' });
    const [root = ''] = await post(bob, 'note root');
    await post(carol, 'note https://example.com');
    const attachmentId = await uploaded(fixture, carol);
    await carol.call.messages.send({ channelId, content: 'note file', attachmentIds: [attachmentId] });
    await alice.call.messages.reply({ messageId: root, content: 'note reply' });
    await alice.call.messages.send({ channelId: otherId, content: 'note other' });
    await alice.call.messages.react({ messageId: root, emoji: '👍' });
    const answers: Array<[string, string[]]> = [
      ['note from:bob', ['note root']],
      ['from:@Bob', ['note root']],
      [`from:${bob.id}`, ['note root']],
      ['note from:me', ['note other', 'note reply']],
      ['from:bob from:carol note', ['note file', 'note https://example.com', 'note root']],
      ['note -from:carol -from:bob', ['note other', 'note reply']],
      ['in:#other', ['note other']],
      [`note in:${otherId.toUpperCase()}`, ['note other']],
      ['note -in:other -from:carol', ['note reply', 'note root']],
      ['has:file', ['note file']],
      ['has:link', ['note https://example.com']],
      ['has:reaction', ['note root']],
      ['note -has:file -has:link -has:reaction', ['note other', 'note reply']],
      ['is:thread', ['note reply', 'note root']],
      ['note -is:thread', ['note other', 'note file', 'note https://example.com']],
      ['from:nobody', []],
      ['note in:nowhere', []],
    ];
    for (const [q, contents] of answers) expect([q, await search(alice, q)]).toEqual([q, contents]);
  });

  test('finds what is pinned, or what is not, from the answer of a pin, an unpin and a deletion on', async () => {
    const { alice, bob, carol, serverId } = fixture;
    const [first = '', second = ''] = await post(bob, 'note one', 'note two', 'note three');
    const { id: reply } = await alice.call.messages.reply({ messageId: first, content: 'note reply' });
    for (const messageId of [first, second, reply]) await bob.call.messages.pin({ messageId });
    const channelId = await createPrivateChannel(fixture);
    const secret = await alice.call.messages.send({ channelId, content: 'note secret' });
    await alice.call.messages.pin({ messageId: secret.id });
    const answers: Array<[TestUser, string, string[]]> = [
      [carol, 'is:pinned', ['note reply', 'note two', 'note one']],
      [carol, 'is:pinned two', ['note two']],
      [carol, 'is:pinned -two -is:thread', []],
      [carol, 'is:pinned from:alice', ['note reply']],
      [carol, 'note -is:pinned', ['note three']],
      [alice, 'is:pinned', ['note secret', 'note reply', 'note two', 'note one']],
      [alice, 'is:pinned in:#secret', ['note secret']],
    ];
    for (const [who, q, contents] of answers) expect([q, await search(who, q)]).toEqual([q, contents]);
    expect(await search(alice, { q: 'is:pinned', sort: 'best', before: reply })).toEqual([
      'note two',
      'note one',
    ]);
    expect(contentsOf(await carol.call.search.everywhere({ q: 'is:pinned note' }))).toHaveLength(3);
    await carol.call.messages.unpin({ messageId: second });
    await bob.call.messages.delete({ messageId: first });
    expect(await search(carol, 'is:pinned')).toEqual(['note reply']);
    expect(await search(carol, 'note -is:pinned')).toEqual(['note three', 'note two']);
    await alice.call.channels.delete({ serverId, channelId });
    expect(await search(alice, 'is:pinned')).toEqual(['note reply']);
  });

  test('goes by the days of the searcher', async () => {
    const { alice, bob, world } = fixture;
    const day = (at: Date) => at.toISOString().slice(0, 10);
    await post(bob, 'dated one');
    const today = day(world.clock.now());
    const tomorrow = day(new Date(world.clock.now().getTime() + 24 * 3600_000));
    expect(await search(alice, `dated on:${today}`)).toEqual(['dated one']);
    expect(await search(alice, `on:${today}`)).toContain('dated one');
    expect(await search(alice, `dated before:${tomorrow} after:2020`)).toEqual(['dated one']);
    expect(await search(alice, `dated before:${today}`)).toEqual([]);
    expect(await search(alice, `dated after:${today}`)).toEqual([]);
  });

  test('is paged by id, the newest first', async () => {
    const { alice, bob, serverId } = fixture;
    const contents = Array.from({ length: 7 }, (_, n) => `page ${n}`);
    await post(bob, ...contents);
    const pages: string[][] = [];
    for (let before: string | undefined; ; ) {
      const page = await alice.call.search.inServer({ serverId, q: 'page', limit: 3, before });
      pages.push(contentsOf(page));
      if (page.length < 3) break;
      before = page.at(-1)?.message.id;
    }
    expect(pages.flat()).toEqual(contents.toReversed());
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
  });

  test('answers the best first where asked: words that stand alone, and words side by side', async () => {
    const { alice, bob, serverId } = fixture;
    const contents = [
      'log in page',
      'the page of login',
      'logins paged',
      'page of the log, log, log',
      'unrelated',
    ];
    await post(bob, ...contents);
    expect(await search(alice, { q: 'log page', sort: 'best' })).toEqual([
      'page of the log, log, log',
      'log in page',
      'the page of login',
      'logins paged',
    ]);
    const best = await alice.call.search.inServer({ serverId, q: 'log page', sort: 'best', limit: 2 });
    const before = best.at(-1)?.message.id;
    expect(await search(alice, { q: 'log page', sort: 'best', before })).toEqual([
      'the page of login',
      'logins paged',
    ]);
    await refusedWith(
      'INVALID_INPUT',
      alice.call.search.inServer({ serverId, q: 'log page', sort: 'best', before: serverId }),
    );
  });

  test('everywhere finds in all servers and direct messages of the caller', async () => {
    const { alice, bob, carol } = fixture;
    await post(bob, 'everywhere in a channel');
    const { id: elsewhere } = await alice.call.servers.create({ name: 'Elsewhere' });
    const { id: there } = await alice.call.channels.create({ serverId: elsewhere, name: 'there' });
    await alice.call.messages.send({ channelId: there, content: 'everywhere else' });
    const { id: dm } = await bob.call.dms.create({ userIds: [alice.id] });
    await bob.call.messages.send({ channelId: dm, content: 'everywhere in private' });
    const everywhere = async (who: TestUser, q = 'everywhere') =>
      contentsOf(await who.call.search.everywhere({ q }));
    const ofFixture = 'everywhere in a channel';
    expect(await everywhere(alice)).toEqual(['everywhere in private', 'everywhere else', ofFixture]);
    expect(await everywhere(bob)).toEqual(['everywhere in private', ofFixture]);
    expect(await everywhere(carol)).toEqual([ofFixture]);
    expect(await everywhere(alice, 'in:@bob everywhere')).toEqual(['everywhere in private']);
    expect(await everywhere(alice, 'everywhere in:there')).toEqual(['everywhere else']);
    expect(await search(alice, 'everywhere')).toEqual([ofFixture]);
  });
});

describe('who finds what', () => {
  test('is refused to outsiders, former members and callers without a token', async () => {
    const { outsider, exMember, serverId, world } = fixture;
    for (const who of [outsider, exMember]) {
      await refusedWith('SERVER_NOT_FOUND', who.call.search.inServer({ serverId, q: 'x' }));
      expect(await who.call.search.everywhere({ q: 'secret' })).toEqual([]);
    }
    await refusedWith('SERVER_NOT_FOUND', outsider.call.search.inServer({ serverId: 'none', q: 'x' }));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.search.inServer({ serverId, q: 'x' }));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.search.everywhere({ q: 'x' }));
  });

  test('what is said in a private channel is for its members, and its name finds nothing for others', async () => {
    const { alice, bob, carol, admin, bot, serverId } = fixture;
    const channelId = await createPrivateChannel(fixture);
    await bob.call.messages.send({ channelId, content: 'secret plans' });
    const found = ['secret plans'];
    expect(await search(alice, 'plans')).toEqual(found);
    for (const q of ['plans', 'in:secret', `in:${channelId}`, 'from:bob', '-plans from:bob']) {
      for (const who of [carol, admin, bot]) expect(await search(who, q)).toEqual([]);
    }
    await alice.call.channels.removeMember({ serverId, channelId, userId: bob.id });
    expect(await search(bob, 'plans')).toEqual([]);
    await alice.call.channels.addMember({ serverId, channelId, userId: carol.id });
    expect(await search(carol, 'plans')).toEqual(found);
  });

  test('a bot finds in the servers that it is in', async () => {
    const { bob, bot } = fixture;
    await post(bob, 'for everybody');
    expect(await search(bot, 'everybody')).toEqual(['for everybody']);
  });

  test('an archived channel is found, a deleted one and a server that was left are not', async () => {
    const { alice, bob, carol, serverId, channelId } = fixture;
    await post(bob, 'kept for later');
    await alice.call.channels.update({ serverId, channelId, archived: true });
    expect(await search(carol, 'kept')).toEqual(['kept for later']);
    await carol.call.servers.leave({ serverId });
    expect(await carol.call.search.everywhere({ q: 'kept' })).toEqual([]);
    await alice.call.channels.delete({ serverId, channelId });
    expect(await search(bob, 'kept')).toEqual([]);
    expect(await bob.call.search.everywhere({ q: 'kept' })).toEqual([]);
  });

  test('a deleted server is not found', async () => {
    const { alice, bob, serverId } = fixture;
    await post(bob, 'soon gone');
    await alice.call.servers.delete({ serverId });
    expect(await bob.call.search.everywhere({ q: 'gone' })).toEqual([]);
    await refusedWith('SERVER_NOT_FOUND', bob.call.search.inServer({ serverId, q: 'gone' }));
  });
});

test('a bad query is refused', async () => {
  const { alice, serverId } = fixture;
  const bad = [
    '',
    ' ',
    '-x',
    'has:cheese',
    'is:starred',
    '-is:pinned',
    'on:someday',
    'from:',
    'x'.repeat(501),
    'a\0b',
    '\ud800',
    'x '.repeat(21),
  ];
  for (const q of bad) {
    await refusedWith('INVALID_INPUT', alice.call.search.inServer({ serverId, q }));
    await refusedWith('INVALID_INPUT', alice.call.search.everywhere({ q }));
  }
  await refusedWith('INVALID_INPUT', alice.call.search.everywhere({ q: 'x', before: 'no id' }));
});

test('what is special in SQL, in patterns and in arrays finds itself', async () => {
  const { alice, bob } = fixture;
  const special = [
    "'; drop table messages; --",
    '%%%',
    '___',
    '\\\\\\',
    '{"a"}',
    '$1$',
    '"{,}" \\x00',
    'a{1000}',
    '(((((',
    '\\y\\m',
  ];
  for (const q of special) {
    await post(bob, 'plain words', `before ${q} after`);
    for (const sort of [undefined, 'best'] as const) {
      expect([q, await search(alice, { q, sort })]).toEqual([q, [`before ${q} after`]]);
    }
  }
});
