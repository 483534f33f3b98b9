import { describe, expect, test } from 'vitest';
import { discordPost } from './discord.js';

const BOB = '019a7c1e-0f3b-7a52-9d6e-5b1f0c8a2e44';
const NAMES = new Map([[BOB, 'bob']]);

describe('a payload of Discord', () => {
  test('has a content, a name and a picture', () => {
    const payload = { content: '**Hi**', username: 'CI', avatar_url: 'https://i.example/x.png', tts: true };
    expect(discordPost(payload, NAMES)).toEqual({
      content: '**Hi**',
      username: 'CI',
      emoji: null,
      mentions: [],
    });
  });

  test.each([
    [undefined, ['@bob', '@channel', '@here']],
    [{ parse: [] }, []],
    [{ parse: ['users'] }, ['@bob']],
    [{ parse: ['everyone'] }, ['@channel', '@here']],
    [{ users: [BOB] }, ['@bob']],
    [{ users: ['another'] }, []],
  ])('allowed_mentions %j', (allowed, mentions) => {
    const content = `<@${BOB}> <@!123> @everyone @here`;
    const post = discordPost({ content, ...(allowed ? { allowed_mentions: allowed } : {}) }, NAMES);
    expect(post.content).toBe('@bob \\@123 @channel @here');
    expect(post.mentions).toEqual(mentions);
  });

  test('embeds', () => {
    const payload = {
      embeds: [
        {
          title: 'Build #12',
          url: 'https://ci.example/12',
          description: 'passed <t:1700000000:R> <:ok:123> <a:spin:456>',
          author: { name: 'Jenkins', url: 'https://ci.example' },
          fields: [
            { name: 'Branch', value: 'main', inline: true },
            { name: 'Took', value: '3 min' },
          ],
          image: { url: 'https://i.example/graph.png' },
          thumbnail: { url: 'https://i.example/t.png' },
          footer: { text: 'build bot' },
          timestamp: '2023-11-14T22:13:20.000Z',
          color: 65280,
        },
        {},
        { description: `<@${BOB}> @everyone` },
      ],
    };
    const post = discordPost(payload, NAMES);
    expect(post.mentions).toEqual([]);
    expect(post.content).toBe(
      [
        '> **[Jenkins](https://ci.example)**',
        '> **[Build #12](https://ci.example/12)**',
        '>',
        '> passed 2023-11-14 22:13 UTC :ok: :spin:',
        '>',
        '> **Branch**: main',
        '> **Took**: 3 min',
        '>',
        '> [Image](https://i.example/graph.png)',
        '> [Thumbnail](https://i.example/t.png)',
        '>',
        '> build bot · 2023-11-14 22:13 UTC',
        '',
        '> @bob @everyone',
      ].join('\n'),
    );
  });

  test.each<[object, string]>([
    [{ content: '||spoiler|| `<@1>` \\<t:0> __a__' }, '||spoiler|| `<@1>` \\<t:0> __a__'],
    [
      { content: '||<t:0:R>|| `<t:0>` <#1> <@&2> <a:wave:3>' },
      '||1970-01-01 00:00 UTC|| `<t:0>` \\#1 \\@2 :wave:',
    ],
    [{ content: 'a\n>>> b\n\n**c**\n> d' }, 'a\n\n> b\n>\n> **c**\n>\n> > d'],
    [{ content: '>>> ' }, '>>> '],
    [{ content: '```\n>>> b\n-# c\n```' }, '```\n>>> b\n-# c\n```'],
    [{ content: 'a\n-# *b* <@1>\nc' }, 'a\n_b_ \\@1\nc'],
    [{ content: '```\n<@1>', embeds: [{ title: 'x' }] }, '```\n<@1>\n```\n\n> **x**'],
    [
      { embeds: [{ title: 'Build](https://evil.example/) [x', url: 'https://ci.example' }] },
      '> **[Build\\](https://evil.example/) \\[x](https://ci.example)**',
    ],
    [
      {
        embeds: [
          {
            author: { name: '*a*' },
            footer: { text: '_b_' },
            fields: [{ name: '`c`', value: '**d** ||e||' }],
          },
        ],
      },
      '> **\\*a\\***\n>\n> **\\`c\\`**: **d** ||e||\n>\n> \\_b\\_',
    ],
    [
      {
        embeds: [
          {
            fields: [
              { name: 'log', value: '```\nx\n```' },
              { name: 'took', value: '1 s' },
            ],
          },
        ],
      },
      '> **log**\n>\n> ```\n> x\n> ```\n>\n> **took**: 1 s',
    ],
    [{ embeds: [{ timestamp: 'no time', description: '# a' }] }, '> # a'],
  ])('%j is %j', (payload, content) => {
    expect(discordPost(payload, NAMES).content).toBe(content);
  });

  test.each([
    {},
    { content: 7, embeds: 'x' },
    { embeds: [null, 1, { fields: [null, {}], author: 'x', image: [] }], allowed_mentions: 7 },
    { content: '<t:99999999999999999999> <@> <@!> <:x:> <t:>' },
  ])('%j is no failure', (payload) => {
    expect(() => discordPost(payload, NAMES)).not.toThrow();
  });
});
