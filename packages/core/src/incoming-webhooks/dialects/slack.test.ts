import { describe, expect, test } from 'vitest';
import { slackPost, userIdsIn } from './slack.js';

const BOB = '019a7c1e-0f3b-7a52-9d6e-5b1f0c8a2e44';
const NAMES = new Map([[BOB, 'bob']]);
const contentOf = (payload: object) => slackPost(payload, NAMES).content;

describe('mrkdwn', () => {
  test.each([
    ['*bold* and _italic_ and ~struck~', '**bold** and _italic_ and ~~struck~~'],
    ['*two words* 2*3*4', '**two words** 2\\*3\\*4'],
    ['*_both_* *a `b` <https://e.example|c>*', '**_both_** **a `b` [c](https://e.example)**'],
    ['* not bold *', '\\* not bold \\*'],
    ['a*b*c', 'a\\*b\\*c'],
    ['__init__ snake_case', '\\_\\_init\\_\\_ snake_case'],
    ['~a~ ~b~', '~~a~~ ~~b~~'],
    ['# no heading\n- no list\n1. none', '\\# no heading\n\\- no list\n1\\. none'],
    ['a &lt;b&gt; &amp; c', 'a <b> & c'],
    ['&amp;lt;', '\\&lt;'],
    ['a<b and c>d; Map<String,Integer> <T> <!-- x -->', 'a<b and c>d; Map<String,Integer> <T> <!-- x -->'],
    ['<https://example.com|the *site*>', '[the \\*site\\*](https://example.com)'],
    ['<https://example.com/a?b=1&amp;c=2>', 'https://example.com/a?b=1&c=2'],
    ['<https://example.com/(x)|x>', '[x](https://example.com/\\(x\\))'],
    ['<mailto:bob@example.com|bob@example.com>', 'bob@example.com'],
    ['<mailto:bob@example.com>', 'bob@example.com'],
    ['<javascript:alert(1)|click>', 'click'],
    ['<https://a.example|a]b[c>', '[a\\]b\\[c](https://a.example)'],
    ['<#C123|general> <#C456>', '#general \\#C456'],
    ['<@U123|carol> <@U123> @carol', '\\@carol \\@U123 \\@carol'],
    ['<!subteam^S1|@team> <!subteam^S1>', '\\@team \\@group'],
    ['<!date^1392734382^{date_num}|2014-02-18>', '2014-02-18'],
    ['<!date^1392734382^{date_num}^https://e.example|then>', '[then](https://e.example)'],
    ['`*code* &lt;b&gt;` *b*', '`*code* <b>` **b**'],
    [`\`<https://e.example|x> <@${BOB}> <!here> <T>\``, '`x @bob @here <T>`'],
    ['see\n```\n*code* &lt;b&gt; <https://e.example|x>\n```\nend', 'see\n\n```\n*code* <b> x\n```\n\nend'],
    ['```one```', '```\none\n```'],
    ['&gt; quoted\n&gt; more\nend', '> quoted\n> more\n\nend'],
    ['a\n&gt;&gt;&gt; quoted\n\nto the end', 'a\n\n> quoted\n>\n> to the end'],
    ['• one\n  ◦ two\n• three', '- one\n  - two\n- three'],
    [':rocket: 10:30:45 :party_parrot: `:rocket:`', '🚀 10:30:45 :party_parrot: `:rocket:`'],
    ['one\n\ntwo', 'one\n\ntwo'],
    ['<>', '<>'],
    ['a < b', 'a < b'],
    ['\ue000 `a`', '\ue000 `a`'],
    ['', ''],
  ])('%j is %j', (text, markdown) => {
    expect(contentOf({ text })).toBe(markdown);
  });

  test('names those whom the service knows, and all', () => {
    const text = `<@${BOB}> <@U1|x> <!channel> <!here> <!everyone> \`<!channel>\``;
    expect(slackPost({ text }, NAMES)).toMatchObject({
      content: '@bob \\@x @channel @here @channel `@channel`',
      mentions: ['@bob', '@channel', '@here'],
    });
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
      content: '**Hi** \\@UX',
      username: 'CI',
      emoji: ':robot:',
      mentions: [],
    });
  });

  test('mentions in plain text are none', () => {
    expect(slackPost({ text: `@bob @channel <@${BOB}> <!here>` }, NAMES)).toMatchObject({
      content: '\\@bob \\@channel @bob @here',
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
        '> **[\\[FIRING:1\\] High load](https://alerts.example/1)**',
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
        '___',
        '[logo](https://i.example/a.png) · by @here',
        '[A graph](https://i.example/b.png)',
        'Roll back',
        '**bold** [link](https://l.example) 👋@bob\n\n1. one\n2. two\n\n```\nx = 1\n```\n\n> said',
      ].join('\n\n'),
    );
  });

  const section = (type: string, text: string) => ({ blocks: [{ type: 'section', text: { type, text } }] });
  const rich = (...elements: object[]) => ({ blocks: [{ type: 'rich_text', elements }] });
  const said = (text: string, style: object = {}) => ({ type: 'text', text, style });
  const listed = (fields: object, ...items: string[]) => ({
    type: 'rich_text_list',
    ...fields,
    elements: items.map((text) => ({ type: 'rich_text_section', elements: [said(text)] })),
  });
  const cell = (text: string) => ({ type: 'raw_text', text });

  test.each<[string, object, string]>([
    ['blocks that show nothing', { text: 'a', ...section('mrkdwn', ' ') }, 'a'],
    [
      'plain_text is literal',
      section('plain_text', '*a* <b> <https://x.example|y> :rocket:'),
      '\\*a\\* <b> \\<https\\://x.example|y> 🚀',
    ],
    ['mrkdwn: false', { text: '*a* <https://x.example|y>', mrkdwn: false }, '\\*a\\* [y](https://x.example)'],
    [
      'mrkdwn_in',
      {
        attachments: [
          { mrkdwn_in: ['text'], pretext: '*a*', text: '*b*', fields: [{ title: '*c*', value: '*d*' }] },
        ],
      },
      '\\*a\\*\n\n> **b**\n>\n> **\\*c\\***: \\*d\\*',
    ],
    [
      'a time',
      { attachments: [{ text: 'a', footer: 'b', ts: 1_700_000_000 }] },
      '> a\n>\n> b · 2023-11-14 22:13 UTC',
    ],
    [
      'a thumbnail',
      { attachments: [{ text: 'a', thumb_url: 'https://x.example/t.png' }] },
      '> a\n>\n> [Image](https://x.example/t.png)',
    ],
    [
      'a table',
      {
        blocks: [
          {
            type: 'table',
            column_settings: [{ align: 'right' }],
            rows: [
              [cell('a|b'), cell('c')],
              [
                cell('1'),
                {
                  type: 'rich_text',
                  elements: [{ type: 'rich_text_section', elements: [said('d', { bold: true })] }],
                },
              ],
            ],
          },
        ],
      },
      '| a\\|b | c |\n| -: | - |\n| 1 | **d** |',
    ],
    [
      'code with backticks',
      rich({ type: 'rich_text_preformatted', elements: [said('```\nx\n```')] }),
      '````\n```\nx\n```\n````',
    ],
    ['a list that goes on', rich(listed({ style: 'ordered', offset: 2 }, 'c', 'd')), '3. c\n4. d'],
    [
      'lists in lists',
      rich(
        listed({ style: 'ordered' }, 'a'),
        listed({ style: 'bullet', indent: 1 }, 'b'),
        listed({ style: 'ordered', offset: 1 }, 'c'),
      ),
      '1. a\n   - b\n2. c',
    ],
    [
      'styles',
      rich({
        type: 'rich_text_section',
        elements: [
          said('# a\n\n'),
          said('`b`', { code: true, bold: true }),
          said(' __c__ '),
          said(' d ', { italic: true }),
        ],
      }),
      '\\# a\n\n**`` `b` ``** \\_\\_c\\_\\_  _d_',
    ],
    [
      'Markdown',
      { blocks: [{ type: 'markdown', text: '**a** [b](https://x.example)' }] },
      '**a** [b](https://x.example)',
    ],
  ])('%s', (_, payload, markdown) => {
    expect(contentOf(payload)).toBe(markdown);
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
