import { describe, expect, test } from 'vitest';
import { fromMrkdwn } from './mrkdwn.js';
import { slackPost, userIdsIn } from './slack.js';

const BOB = '019a7c1e-0f3b-7a52-9d6e-5b1f0c8a2e44';
const NAMES = new Map([[BOB, 'bob']]);
const nobody = { user: () => null, channel: () => null, group: () => null };
const textOf = (mrkdwn: string) => fromMrkdwn(mrkdwn, nobody).text;
const contentOf = (payload: object) => slackPost(payload, NAMES).content;

describe('mrkdwn', () => {
  test.each([
    ['*bold* and _italic_ and ~struck~', '**bold** and _italic_ and ~~struck~~'],
    ['*two words* 2*3*4', '**two words** 2*3*4'],
    ['* not bold *', '* not bold *'],
    ['a*b*c', 'a*b*c'],
    ['~a~ ~b~', '~~a~~ ~~b~~'],
    ['a &lt;b&gt; &amp; c', 'a \\<b> & c'],
    ['&amp;lt;', '&lt;'],
    ['<https://example.com|the *site*>', '[the *site*](https://example.com)'],
    ['<https://example.com/a?b=1&amp;c=2>', 'https://example.com/a?b=1&c=2'],
    ['<https://example.com/(x)|x>', '[x](https://example.com/%28x%29)'],
    ['<mailto:bob@example.com|bob@example.com>', '[bob@example.com](mailto:bob@example.com)'],
    ['<mailto:bob@example.com>', 'bob@example.com'],
    ['<javascript:alert(1)|click>', 'click'],
    ['<https://a.example|a]b[c>', '[a\\]b\\[c](https://a.example)'],
    ['<#C123|general> <#C456>', '#general #C456'],
    ['<@U123|carol> <@U123>', '@carol @U123'],
    ['<!subteam^S1|@team> <!subteam^S1>', '@team @group'],
    ['<!date^1392734382^{date_num}|2014-02-18>', '2014-02-18'],
    ['`*code* &lt;b&gt;` *b*', '`*code* <b>` **b**'],
    ['see\n```\n*code* &lt;b&gt;\n```\nend', 'see\n```\n*code* <b>\n```\n\nend'],
    ['```one```', '```\none\n```\n'],
    ['&gt; quoted\n&gt;&gt;&gt; more', '> quoted\n> more'],
    ['• one\n  ◦ two', '- one\n  - two'],
    ['<>', '<>'],
    ['a < b', 'a < b'],
    ['', ''],
  ])('%j is %j', (mrkdwn, markdown) => {
    expect(textOf(mrkdwn)).toBe(markdown);
  });

  test('names those whom the service knows, and all', () => {
    const names = { ...nobody, user: (id: string) => NAMES.get(id) ?? null, group: () => 'design' };
    const said = `<@${BOB}> <@U1|x> <!channel> <!here> <!everyone> <!subteam^S1> \`<!channel>\``;
    expect(fromMrkdwn(said, names)).toEqual({
      text: '@bob @x @channel @here @channel @design `<!channel>`',
      mentions: ['@bob', '@channel', '@here', '@design'],
    });
  });

  // A time that grows with the square of the length is over the limit of a test.
  test('takes a time in proportion to the length', () => {
    for (const part of ['*', '<', '```', '`', '~a', '_ ', '*a ', '<a', '&lt;', '<!', '> ']) {
      textOf(part.repeat(1_000_000 / part.length));
    }
  });
});

describe('a payload', () => {
  test('has a text, a name and a picture', () => {
    const payload = {
      text: '*Hi* <@UX>',
      username: 'CI',
      icon_url: 'https://i.example/x.png',
      icon_emoji: ':robot:',
    };
    expect(slackPost(payload, NAMES)).toEqual({
      content: '**Hi** @UX',
      username: 'CI',
      avatarUrl: 'https://i.example/x.png',
      emoji: ':robot:',
      mentions: [],
    });
  });

  test('mentions in plain text are none', () => {
    expect(slackPost({ text: `@bob @channel <@${BOB}> <!here>` }, NAMES)).toMatchObject({
      content: '@bob @channel @bob @here',
      mentions: ['@bob', '@here'],
    });
  });

  test('attachments of an alerting tool', () => {
    const payload = {
      channel: '#alerts',
      username: 'Prometheus',
      attachments: [
        {
          fallback: 'not shown',
          color: 'danger',
          pretext: 'New *alert*',
          author_name: 'node-1',
          author_link: 'https://n.example',
          title: '[FIRING:1] High load',
          title_link: 'https://alerts.example/1',
          text: 'load is <https://g.example|high>',
          fields: [
            { title: 'Severity', value: 'critical', short: true },
            { title: 'Host', value: 'node-1' },
          ],
          footer: 'Alertmanager',
          actions: [{ type: 'button', text: 'Runbook', url: 'https://r.example' }],
        },
        { fallback: 'only a fallback' },
      ],
    };
    expect(contentOf(payload)).toBe(
      [
        'New **alert**',
        '',
        '> **[node-1](https://n.example)**',
        '> **[[FIRING:1] High load](https://alerts.example/1)**',
        '>',
        '> load is [high](https://g.example)',
        '>',
        '> **Severity**: critical',
        '> **Host**: node-1',
        '>',
        '> [Runbook](https://r.example)',
        '>',
        '> Alertmanager',
        '',
        '> only a fallback',
      ].join('\n'),
    );
  });

  test('blocks', () => {
    const payload = {
      text: 'for the notification',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Deploy' } },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: '*api* is live' },
          fields: [{ type: 'mrkdwn', text: '*Env*\nprod' }],
          accessory: { type: 'button', text: { type: 'plain_text', text: 'Open' }, url: 'https://o.example' },
        },
        { type: 'divider' },
        {
          type: 'context',
          elements: [
            { type: 'image', image_url: 'https://i.example/a.png', alt_text: 'logo' },
            { type: 'mrkdwn', text: 'by <!here>' },
          ],
        },
        { type: 'image', image_url: 'https://i.example/b.png', alt_text: 'A graph' },
        { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Roll back' } }] },
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [
                { type: 'text', text: 'bold ', style: { bold: true } },
                { type: 'link', url: 'https://l.example', text: 'link' },
                { type: 'text', text: ' ' },
                { type: 'emoji', name: 'wave', unicode: '1f44b' },
                { type: 'user', user_id: BOB },
              ],
            },
            {
              type: 'rich_text_list',
              style: 'ordered',
              elements: [
                { type: 'rich_text_section', elements: [{ type: 'text', text: 'one' }] },
                { type: 'rich_text_section', elements: [{ type: 'text', text: 'two' }] },
              ],
            },
            { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'x = 1' }] },
            { type: 'rich_text_quote', elements: [{ type: 'text', text: 'said' }] },
          ],
        },
        { type: 'unheard_of' },
        null,
        7,
      ],
    };
    expect(slackPost(payload, NAMES)).toMatchObject({ mentions: ['@here', '@bob'] });
    expect(contentOf(payload)).toBe(
      [
        '**Deploy**',
        '**api** is live\n\n**Env**\nprod\n\n[Open](https://o.example)',
        '---',
        '[logo](https://i.example/a.png) · by @here',
        '[A graph](https://i.example/b.png)',
        'Roll back',
        '**bold** [link](https://l.example) 👋@bob\n1. one\n2. two\n\n```\nx = 1\n```\n\n> said\n',
      ].join('\n\n'),
    );
  });

  test.each([
    {},
    { text: 7 },
    { text: null, attachments: 'no list', blocks: {} },
    { attachments: [null, 1, 'x', [], {}], blocks: [null, { type: 'section' }, { type: 'rich_text' }] },
    { blocks: [{ type: 'rich_text', elements: [{ elements: [{ elements: [{}] }] }] }] },
    { __proto__: { text: 'inherited' } },
  ])('%j is no failure', (payload) => {
    expect(() => contentOf(payload)).not.toThrow();
  });

  test('finds the ids of users', () => {
    expect(userIdsIn(`<@U1> <@!U2> <@${BOB}|bob> @U3 <#C1>`)).toEqual(['U1', 'U2', BOB]);
  });
});
