import type { Draft } from '../protocol/records/draft.js';

/** The columns of a draft, under the names of `DraftRow`, for statements over `drafts draft`. */
export const DRAFT_COLUMNS = `draft.channel_id as "channelId", draft.thread_id as "threadId", draft.content,
  draft.attachment_ids as "attachmentIds", (extract(epoch from draft.updated_at) * 1000)::float8 as "updatedAt"`;

/** A row of `drafts`; the instant is in milliseconds since 1970. */
export interface DraftRow extends Omit<Draft, 'updatedAt'> {
  readonly updatedAt: number;
}

/** The record as the service sends it. */
export function toDraft({ updatedAt, ...draft }: DraftRow): Draft {
  return { ...draft, updatedAt: new Date(updatedAt).toISOString() };
}
