import { parse, type Span, withEmoji } from '@palaver/markup';
import { type BuiltBlock, type BuiltSpan, channel, text, write } from '@palaver/markup/build';
import { withEmoji as emojiSpans } from '../../incoming-webhooks/dialects/emoji-spans.js';
import { field, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { attachmentBlocks, attachmentsOf } from '../../incoming-webhooks/dialects/slack.js';
import { withSpans } from '../../incoming-webhooks/dialects/with-spans.js';
import { emojiNamed } from '../converting/emoji.js';

/**
 * What a post says, in Markdown as ours: emoji in the place of their names, `#name` for `~name`, and below it the attachments
 * of integrations, and what is given. A post that has none of these stays as it was typed. `channels` are the names that channels
 * have here.
 */
export function postText(
  post: Json,
  channels: ReadonlyMap<string, string>,
  below: readonly BuiltBlock[],
): string {
  const typed = withEmoji(textAt(post, 'message') ?? '', emojiNamed);
  const markdown = (source: string) => blocksOf(withEmoji(source, emojiNamed), channels).blocks;
  const reader = { formatted: markdown, unformatted: markdown, plain: emojiSpans, token: text };
  const attached = attachmentsOf(field(post, 'props')).flatMap((one) => attachmentBlocks(one, reader));
  const { blocks, isChanged } = blocksOf(typed, channels);
  const isTyped = !isChanged && attached.length === 0 && below.length === 0;
  return isTyped ? typed : write([...blocks, ...attached, ...below]);
}

const CHANNEL = /(?<![\p{L}\p{N}_~])~([a-z0-9][a-z0-9_-]{0,63})/gu;

function blocksOf(source: string, channels: ReadonlyMap<string, string>) {
  let isChanged = false;
  const named = (shown: string): BuiltSpan[] => {
    const spans: BuiltSpan[] = [];
    let from = 0;
    for (const { index, 0: whole, 1: name = '' } of shown.matchAll(CHANNEL)) {
      const known = channels.get(name);
      if (known === undefined) continue;
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
