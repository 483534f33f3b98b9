import { expectInProportion, hostileTexts } from '@palaver/markup/testing';
import { test } from 'vitest';
import { discordPost } from './discord.js';
import { githubPost } from './github.js';
import { slackPost } from './slack.js';

const NOBODY = new Map<string, string>();
const DIALECTS: Readonly<Record<string, (hostile: string) => unknown>> = {
  mrkdwn: (text) => slackPost({ text }, NOBODY),
  'rich text': (text) => {
    const section = { type: 'rich_text_section', elements: [{ type: 'text', text, style: { bold: true } }] };
    return slackPost({ blocks: [{ type: 'rich_text', elements: [section] }] }, NOBODY);
  },
  Discord: (text) => discordPost({ content: `<t:0> ${text}`, embeds: [{ title: text }] }, NOBODY),
  GitHub: (text) => githubPost('ping', { zen: text, repository: { full_name: text } }),
};

test.each(Object.entries(DIALECTS))('%s takes a time in proportion to the length', (_, convert) => {
  for (const text of Object.values(hostileTexts(500))) convert(text);
  const longer = hostileTexts(16_000);
  for (const [name, text] of Object.entries(hostileTexts(2_000))) {
    expectInProportion(name, convert, text, longer[name] ?? '');
  }
});
