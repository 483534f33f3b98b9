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
      avatarUrl: 'https://i.example/x.png',
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
    expect(post.content).toBe('@bob @123 @channel @here');
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
        '>',
        '> build bot',
        '',
        '> @bob @everyone',
      ].join('\n'),
    );
  });

  test.each([
    {},
    { content: 7, embeds: 'x' },
    { embeds: [null, 1, { fields: [null, {}], author: 'x', image: [] }], allowed_mentions: 7 },
    { content: '<t:99999999999999999999> <@> <@!> <:x:> <t:>' },
  ])('%j is no failure', (payload) => {
    expect(() => discordPost(payload, NAMES)).not.toThrow();
  });

  // A time that grows with the square of the length is over the limit of a test.
  test('takes a time in proportion to the length', () => {
    for (const part of ['<@', '<:a', '<t:', '@everyone', '<a:aa:']) {
      discordPost({ content: part.repeat(1_000_000 / part.length) }, NAMES);
    }
  });
});
