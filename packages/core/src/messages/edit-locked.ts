import type { Transaction } from '@palaver/db';
import { changesOf, isEmpty } from '../kernel/schema/changes.js';
import { iso } from '../kernel/sql/instant.js';
import { channelStream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import type { ActorContext, Using } from '../procedures/context.js';
import type { PostDraft } from '../procedures/post-queue.js';
import { type Message, NO_MENTIONS } from '../protocol/records/message.js';
import { requireContent } from './content.js';
import { ownText, requireQuoteKept } from './forwarding/own-text.js';
import { keepEarlierText } from './history/edit-history.js';
import { resolveMentions } from './mentions/resolve.js';
import { replaceMentions } from './mentions/rows.js';
import * as queries from './queries.js';
import { supersedeTexts } from './removal/superseded-events.js';
import { followByMention } from './reply-rows.js';
import type { EditMessageInput } from './schemas.js';

/** What an edit changes. Whoever gives other `attachments` has written them (`attachments/actions.ts`). */
type Edit = Omit<EditMessageInput, 'messageId'> & {
  readonly attachments?: Message['attachments'] | undefined;
};

/**
 * Changes a message and publishes it; the same again changes nothing. `webhook` is of one that a webhook has posted; without it
 * such a message mentions whom it has mentioned before. Call it under the lock of the stream of its channel, where the author may edit it. Throws `INVALID_INPUT` for a message without
 * anything to see, and for one that would say something else in the place of what it forwards.
 */
export async function editLocked(
  { services, actor }: Pick<ActorContext, 'actor'> & Using<'settings'>,
  { tx, emit }: { readonly tx: Transaction; readonly emit: Emit },
  message: Message,
  given: Edit,
  webhook?: PostDraft['webhook'],
): Promise<Message> {
  const { content = message.content, attachments = message.attachments } = given;
  if (given.content !== undefined || given.attachments !== undefined)
    requireContent(services.settings.limits, content, attachments.length);
  requireQuoteKept(message, content);
  const changes = changesOf<Pick<Message, keyof Edit>>(message, given);
  if (isEmpty(changes)) return message;
  const isSeen = changes.content !== undefined || changes.attachments !== undefined;
  const changed = { ...message, ...changes, edited: message.edited || isSeen };
  const isKept = message.webhook !== null && webhook === undefined;
  const mentions = isKept ? message.mentions : await resolveMentions(tx, message, ownText(changed), webhook);
  await supersedeTexts(tx, message.channelId, [message.id]);
  const { event } = await emit(channelStream(message.channelId), async (head) => {
    if (changes.attachments !== undefined) await queries.keepTextOfHeldFiles(tx, message, head);
    await queries.updateMessage(tx, changed, mentions, head);
    if (changes.content !== undefined)
      await keepEarlierText(tx, message, actor.userId, head, services.settings.limits.messageEdits);
    const data = { ...changed, updatedAt: iso(head.at), mentions: mentions ?? NO_MENTIONS };
    await replaceMentions(tx, message.mentions, data, head.seq);
    await followByMention(tx, message, data);
    return { type: 'message.updated', data };
  });
  return event.data;
}
