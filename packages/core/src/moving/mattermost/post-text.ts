import { parse, type Span, withEmoji } from '@palaver/markup';
import { type BuiltSpan, channel, text } from '@palaver/markup/build';
import { withEmoji as emojiSpans } from '../../incoming-webhooks/dialects/emoji-spans.js';
import { type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { attachmentBlocks, attachmentsOf } from '../../incoming-webhooks/dialects/slack.js';
import { withSpans } from '../../incoming-webhooks/dialects/with-spans.js';
import { findMentions } from '../../messages/mentions/find.js';
import { emojiNamed } from '../converting/emoji.js';
import type { Said, SourceNames } from '../converting/records.js';

/**
 * What a post says, in Markdown as ours: emoji in the place of their names, `#name` for `~name`, and below it the attachments
 * of integrations. A post that has none of these stays as it was typed.
 */
export function said(post: Json, names: SourceNames): Said {
  const source = textAt(post, 'message') ?? '';
  const typed = withEmoji(source, emojiNamed);
  const markdown = (given: string) => blocksOf(withEmoji(given, emojiNamed), names).blocks;
  const reader = { formatted: markdown, unformatted: markdown, plain: emojiSpans, token: text };
  const attached = attachmentsOf(post).flatMap((one) => attachmentBlocks(one, reader));
  const { blocks, isChanged } = blocksOf(typed, names);
  const isTyped = !isChanged && attached.length === 0;
  return { text: isTyped ? typed : [...blocks, ...attached], ...mentionsIn(source, names) };
}

function mentionsIn(source: string, names: SourceNames): Omit<Said, 'text'> {
  const { names: mentioned, channel: isToChannel, here } = findMentions(source);
  const isKnown = (name: string) => names.user(name) !== null;
  const userIds = mentioned.flatMap((spelled) => spelled.find(isKnown) ?? []);
  const isToAll = mentioned.some((spelled) => spelled.includes('all')) && !isKnown('all');
  return { userIds, channel: isToChannel || isToAll, here };
}

const CHANNEL = /(?<![\p{L}\p{N}_~])~([a-z0-9][a-z0-9_-]{0,63})/gu;

function blocksOf(source: string, { channel: nameOf }: SourceNames) {
  let isChanged = false;
  const named = (shown: string): BuiltSpan[] => {
    const spans: BuiltSpan[] = [];
    let from = 0;
    for (const { index, 0: whole, 1: name = '' } of shown.matchAll(CHANNEL)) {
      const known = nameOf(name);
      if (known === null) continue;
      isChanged = true;
      spans.push(text(shown.slice(from, index)), channel(known));
      from = index + whole.length;
    }
    return [...spans, text(shown.slice(from))];
  };
  const convert = (spans: readonly Span[]): BuiltSpan[] =>
    spans.flatMap((span): BuiltSpan[] => {
      if ('spans' in span) return [{ ...span, spans: convert(span.spans) }];
      return span.type === 'text' ? named(span.text) : [span];
    });
  const blocks = withSpans(parse(source), convert);
  return { blocks, isChanged };
}
