import type { PostDraft } from '../procedures/post-queue.js';

/** `rare`: a message that mentions somebody, is a bot's answer, has metadata, an external id or components, or comes from a webhook. */
export type PostKind = 'plain' | 'reply' | 'rare';

/** The statement that writes posts of a later kind also writes those of the earlier ones. */
const KINDS: readonly PostKind[] = ['plain', 'reply', 'rare'];

/** The kind of statement that posts need together. */
export function kindOfAll(posts: readonly PostDraft[]): PostKind {
  let kind = 0;
  for (const post of posts) kind = Math.max(kind, KINDS.indexOf(kindOf(post)));
  return KINDS[kind] ?? 'rare';
}

function kindOf(post: PostDraft): PostKind {
  const { parentId, mentions, externalId, metadata, webhook, interaction, components } = post;
  const isEmbedded = externalId !== null || metadata !== null || webhook !== undefined;
  const isOfBot = (interaction ?? null) !== null || (components?.length ?? 0) > 0;
  if (mentions !== null || isEmbedded || isOfBot) return 'rare';
  return parentId === null ? 'plain' : 'reply';
}
