import { accessClaimable } from '../../attachments/access.js';
import { batched } from '../../kernel/concurrency/batched.js';
import { inOrder } from '../../kernel/concurrency/in-order.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { BeforeSend } from '../../kernel/services/before-send.js';
import type { PostDraft, PostQueue } from '../../procedures/post-queue.js';
import type { Resources } from '../../procedures/services.js';
import { extraOf } from '../extra.js';
import { ownText } from '../forwarding/own-text.js';
import { resolveMentions } from '../mentions/resolve.js';
import { decide } from '../posting/decide.js';
import { type PostFacts, readFacts } from '../posting/read.js';
import { fileOf, requireAccepted } from './require-accepted.js';

export type Checking = Pick<Resources, 'db' | 'settings'> & { readonly beforeSend: BeforeSend };

type ReadFacts = (draft: PostDraft) => Promise<PostFacts>;

/** As many posts are read together. */
const READ_MAX = 100;

/**
 * A post queue that asks the operator's hook about each message before it is queued, outside of any transaction. The
 * posts of one author in one channel are queued in the order in which they came, however long the answers take. What
 * decides about posts that come at the same time is read together.
 */
export function checkedQueue(queue: PostQueue, services: Checking): PostQueue {
  const inOrderOfAuthor = inOrder();
  const readTogether = batched((drafts: readonly PostDraft[]) => readFacts(services.db, drafts), READ_MAX);
  return {
    post: (draft) =>
      inOrderOfAuthor(
        `${draft.userId} ${draft.channelId}`,
        () => checkRead(services, readTogether, draft),
        (checked) => queue.post(checked),
      ),
    measure: queue.measure,
  };
}

/**
 * The draft as it is to be posted. The hook hears only of what the author may post, and not again of what an earlier
 * try with this key has written. Throws what the queue refuses the post with, or what `requireAccepted` does.
 */
export function checkPost(services: Checking, draft: PostDraft): Promise<PostDraft> {
  return checkRead(services, (one) => readFactsOf(services, one), draft);
}

async function readFactsOf({ db }: Checking, draft: PostDraft): Promise<PostFacts> {
  const [facts] = await readFacts(db, [draft]);
  if (!facts) throw new Error('each post has facts');
  return facts;
}

async function checkRead(services: Checking, readFacts: ReadFacts, draft: PostDraft): Promise<PostDraft> {
  const { decision, message } = await preview(services, readFacts, draft);
  if (decision.kind === 'refused') throw decision.error;
  if (decision.kind === 'replayed' || message === null) return draft;
  const { idempotency } = draft;
  try {
    const { settings, beforeSend } = services;
    const check = { type: 'message.creating', message, idempotency } as const;
    const content = await requireAccepted(beforeSend, settings.limits, check);
    if (content === draft.content) return draft;
    const said = ownText({ content, forwardedFrom: draft.extra?.forwardedFrom ?? null });
    return { ...draft, content, mentions: await resolveMentions(services.db, draft, said, draft.webhook) };
  } catch (error) {
    // Another try with this key, which was asked about at the same time, may have been accepted.
    const isReplayed =
      idempotency !== null && (await preview(services, readFacts, draft)).decision.kind === 'replayed';
    if (error instanceof AppError && isReplayed) return draft;
    throw error;
  }
}

/** What would become of a post now, and the message that it would be. */
async function preview({ db }: Checking, readFacts: ReadFacts, draft: PostDraft) {
  const { channelId, userId, attachmentIds, scheduledId, content } = draft;
  const facts = await readFacts(draft);
  const { poster, parent } = facts;
  const decision = decide(draft, facts);
  if (!poster || (decision.kind !== 'accepted' && decision.kind !== 'prepare-first')) {
    return { decision, message: null };
  }
  const claim = { channelId, uploaderId: userId, scheduledId, ids: attachmentIds };
  const files = await accessClaimable(db, claim);
  const { serverId, author: user } = poster;
  const threadId = parent?.rootId ?? null;
  const alsoInChannel = threadId !== null && draft.alsoInChannel === true;
  const place = { id: null, channelId, serverId, threadId, alsoInChannel };
  const attachments = files.map(fileOf);
  const { externalId, metadata } = extraOf(draft.extra);
  return { decision, message: { ...place, content, attachments, externalId, metadata, user } };
}
