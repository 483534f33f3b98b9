import type { PostDraft } from '../procedures/post-queue.js';

/** A message of text alone, for tests that post without a procedure; the channel and the author are theirs. */
export const PLAIN_DRAFT: Omit<PostDraft, 'channelId' | 'userId'> = {
  content: 'hello',
  parentId: null,
  attachmentIds: [],
  mentions: null,
  extra: null,
  idempotency: null,
};
