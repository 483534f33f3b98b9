import { parse, type Span, withEmoji } from '@palaver/markup';
import { type BuiltSpan, text } from '@palaver/markup/build';
import { withEmoji as emojiSpans } from '../../incoming-webhooks/dialects/emoji-spans.js';
import { type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { attachmentBlocks, attachmentsOf } from '../../incoming-webhooks/dialects/slack.js';
import { withSpans } from '../../incoming-webhooks/dialects/with-spans.js';
import { findMentions } from '../../messages/mentions/find.js';
import { emojiNamed } from '../converting/emoji.js';
import type { Said, SourceNames } from '../converting/records.js';
import { withStruck } from './struck.js';

/** What it quotes, of which an export has no more than this link. */
const QUOTED = /\[ ?\]\((https?:\/\/[^\s()]+)\)/g;

/** What a message of Rocket.Chat says: Markdown, in which one asterisk makes bold text as well, and one tilde struck text. */
export function said(body: Json, names: SourceNames): Said {
  const source = (textAt(body, 'msg') ?? '').replaceAll(QUOTED, '$1');
  const markdownOf = (given: string) => withEmoji(withStruck(given), emojiNamed);
  const typed = markdownOf(source);
  const markdown = (given: string) => blocksOf(markdownOf(given)).blocks;
  const reader = { formatted: markdown, unformatted: markdown, plain: emojiSpans, token: text };
  const attached = attachmentsOf(body).flatMap((one) => attachmentBlocks(one, reader));
  const { blocks, isChanged } = blocksOf(typed);
  const { names: mentioned, channel: isToChannel, here } = findMentions(source);
  const isToAll = mentioned.some((spelled) => spelled.includes('all')) && names.user('all') === null;
  return {
    text: isChanged || attached.length > 0 ? [...blocks, ...attached] : typed,
    userIds: mentioned.flatMap((spelled) => spelled.find((name) => names.user(name) !== null) ?? []),
    channel: isToChannel || isToAll,
    here,
  };
}

function blocksOf(source: string) {
  let isChanged = false;
  const convert = (spans: readonly Span[]): BuiltSpan[] =>
    spans.map((span): BuiltSpan => {
      if (!('spans' in span)) return span;
      const inner = { ...span, spans: convert(span.spans) };
      const [first] = span.spans;
      const mark = first && 'start' in first ? source.charAt(first.start - 1) : '';
      if (inner.type !== 'emphasis' || mark !== '*') return inner;
      isChanged = true;
      return { ...inner, type: 'strong' };
    });
  const blocks = withSpans(parse(source), convert);
  return { blocks, isChanged };
}
