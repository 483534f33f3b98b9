import type { EventDraft } from '../protocol/events.js';
import type { ScheduledMessage } from '../protocol/records/scheduled-message.js';

/** The columns of a scheduled message, under the names of `ScheduledRow`, for statements over `scheduled_messages scheduled`. */
export const SCHEDULED_COLUMNS = `scheduled.id, scheduled.user_id as "userId", scheduled.channel_id as "channelId",
  scheduled.thread_id as "threadId", scheduled.also_in_channel as "alsoInChannel", scheduled.content, scheduled.attachment_ids as "attachmentIds",
  ${milliseconds('send_at')} as "sendAt", scheduled.failure_code as "failureCode", scheduled.failure_error as "failureError",
  ${milliseconds('created_at')} as "createdAt", ${milliseconds('updated_at')} as "updatedAt"`;

function milliseconds(column: string): string {
  return `(extract(epoch from scheduled.${column}) * 1000)::float8`;
}

/** A row of `scheduled_messages`; its instants are in milliseconds since 1970. */
export interface ScheduledRow
  extends Omit<ScheduledMessage, 'sendAt' | 'failure' | 'createdAt' | 'updatedAt'> {
  readonly userId: string;
  readonly sendAt: number;
  readonly failureCode: string | null;
  readonly failureError: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The record as the service sends it. */
export function toScheduledMessage(row: ScheduledRow): ScheduledMessage {
  const { id, channelId, threadId, alsoInChannel, content, attachmentIds } = row;
  const { failureCode: code, failureError: error } = row;
  return {
    id,
    channelId,
    threadId,
    alsoInChannel,
    content,
    attachmentIds,
    sendAt: new Date(row.sendAt).toISOString(),
    failure: code === null || error === null ? null : { code, error },
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

/** The event of a change. It has no text, so that the log keeps none that is changed or deleted. */
export function updatedEvent(message: ScheduledMessage): EventDraft {
  const { id, channelId, threadId, sendAt, failure, updatedAt } = message;
  return { type: 'scheduled_message.updated', data: { id, channelId, threadId, sendAt, failure, updatedAt } };
}
