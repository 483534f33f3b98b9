import { type AttachmentJson, toAttachment } from '../attachments/record.js';
import type { Attachment } from '../protocol/records/attachment.js';
import type { Message } from '../protocol/records/message.js';
import type { User } from '../protocol/records/user.js';
import { toUser } from '../users/record.js';
import type { PageJson } from './page-statement.js';
import { groupReactions, type ReactionPair } from './reactions.js';
import { messageRecord } from './record.js';

/** The records of a page, as they leave the service and in its order. */
export function toMessages(page: PageJson): Message[] {
  const { channelId } = page;
  const authors = new Map<string, User>(page.authors.map((author) => [author.id, toUser(author)]));
  const reactions = reactionsByMessage(page.reactions);
  const attachments = attachmentsByMessage(page.attachments);
  return page.messages.map((message) => {
    const user = authors.get(message.userId);
    if (!user) throw new Error('the foreign key of a message names its author');
    return messageRecord(message, {
      channelId,
      user,
      reactions: groupReactions(reactions.get(message.id) ?? []),
      attachments: attachments.get(message.id) ?? [],
    });
  });
}

function reactionsByMessage(reactions: PageJson['reactions']): Map<string, ReactionPair[]> {
  const byMessage = new Map<string, ReactionPair[]>();
  for (const [messageId, emoji, userId] of reactions) listed(byMessage, messageId).push([emoji, userId]);
  return byMessage;
}

function attachmentsByMessage(attachments: readonly AttachmentJson[]): Map<string | null, Attachment[]> {
  const byMessage = new Map<string | null, Attachment[]>();
  for (const row of attachments) listed(byMessage, row.messageId).push(toAttachment(row));
  return byMessage;
}

function listed<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const known = lists.get(key);
  if (known) return known;
  const fresh: Item[] = [];
  lists.set(key, fresh);
  return fresh;
}
