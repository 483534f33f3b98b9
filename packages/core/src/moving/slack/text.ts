import { type BuiltBlock, emphasis } from '@palaver/markup/build';
import { field, type Json } from '../../incoming-webhooks/dialects/json.js';
import { slackContent } from '../../incoming-webhooks/dialects/slack.js';
import type { Said, SourceNames } from '../converting/records.js';

/** What a message of Slack says. */
export function said(body: Json, { user, channel }: SourceNames): Said {
  const userIds = new Set<string>();
  const names = {
    user: (id: string) => {
      const name = user(id);
      if (name !== null) userIds.add(id);
      return name;
    },
    channel,
    group: () => null,
  };
  const { blocks, mentions } = slackContent(body, names);
  const says = new Set(mentions);
  return {
    text: field(body, 'isDeed') === true ? blocks.map(asDeed) : blocks,
    userIds: [...userIds],
    channel: says.has('@channel'),
    here: says.has('@here'),
  };
}

/** What somebody does (`/me waves`) is in italics, as in Slack. */
function asDeed(block: BuiltBlock): BuiltBlock {
  return block.type === 'paragraph' ? { ...block, spans: [emphasis(...block.spans)] } : block;
}
