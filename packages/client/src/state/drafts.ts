import type { Draft, ScheduledMessage } from '../service.js';
import { plain, type SingleResource } from './resource.js';
import type { Change, Reducer } from './view.js';

/** `drafts.list`. */
export const reduceDrafts: Reducer<readonly Draft[]> = (drafts, { type, data }) => {
  if (type !== 'draft.updated' && type !== 'draft.deleted') return null;
  const old = drafts.find(
    ({ channelId, threadId }) => channelId === data.channelId && threadId === data.threadId,
  );
  return withoutText(drafts, old, type === 'draft.updated' ? data.updatedAt : null);
};

/** The drafts with one that the service has answered with, newest first. */
export function withDraft(drafts: readonly Draft[], draft: Draft): readonly Draft[] {
  const { channelId, threadId } = draft;
  return [draft, ...drafts.filter((old) => old.channelId !== channelId || old.threadId !== threadId)];
}

/** `scheduledMessages.list`. */
export const reduceScheduledMessages: Reducer<readonly ScheduledMessage[]> = (messages, { type, data }) => {
  if (type !== 'scheduled_message.updated' && type !== 'scheduled_message.deleted') return null;
  const old = messages.find(({ id }) => id === data.id);
  return withoutText(messages, old, type === 'scheduled_message.updated' ? data.updatedAt : null);
};

/** These events have no texts, so a version that is not known yet makes the list stale. `updatedAt` is null for what is gone. */
function withoutText<Item extends { readonly updatedAt: string }>(
  items: readonly Item[],
  old: Item | undefined,
  updatedAt: string | null,
): Change<readonly Item[]> | null {
  if (updatedAt === null) return { state: items.filter((item) => item !== old) };
  return old?.updatedAt === updatedAt ? null : { state: items, stale: true };
}

export const drafts: SingleResource<readonly Draft[]> = /* @__PURE__ */ plain({
  key: 'drafts',
  ask: (api) => api.drafts.list.query(),
  reduce: reduceDrafts,
});

export const scheduledMessages: SingleResource<readonly ScheduledMessage[]> = /* @__PURE__ */ plain({
  key: 'scheduled',
  ask: (api) => api.scheduledMessages.list.query(),
  reduce: reduceScheduledMessages,
});
