import { Emoji } from '../../messages/schemas.js';
import type { LineReasonCode } from '../../protocol/records/line-reason.js';
import { ARCHIVE_LIMITS } from '../archive/limits.js';
import type { GivenArchiveLine } from '../archive/lines.js';
import type { Account } from './account.js';
import { emojiNamed, type OwnEmoji } from './emoji.js';
import { instantOf } from './names.js';
import { NOT_DESCRIBED, type People } from './people.js';
import type { Origin } from './records.js';
import type { SpooledMessage } from './spool.js';

interface ReactionWork {
  readonly people: People;
  readonly emoji: OwnEmoji;
  readonly account: Account;
}

/** The lines of the reactions to a message, each of which is told to the account. */
export function reactionLines(
  { reactions, from: { ref } }: SpooledMessage,
  messageId: string,
  postedAt: string,
  { people, emoji: own, account }: ReactionWork,
): GivenArchiveLine[] {
  const from: Origin = { kind: 'reaction', ref };
  const done = new Set<string>();
  const kinds = new Set<string>();
  return reactions.flatMap(({ by, emoji: given, at }): GivenArchiveLine[] => {
    const found = own.find(given);
    const emoji = found?.name ?? emojiNamed(given) ?? given.split('::')[0] ?? given;
    const kind = found?.id ?? emoji;
    const userId = people.idOf(by);
    const why = Emoji.safeParse(emoji).success ? whyNot(`${userId} ${kind}`, kind, done, kinds) : 'noEmoji';
    if (why !== null) {
      account.leaveOut(from, why);
      return [];
    }
    done.add(`${userId} ${kind}`);
    kinds.add(kind);
    account.take(from, people.isDescribed(by.id) ? [] : [NOT_DESCRIBED]);
    const createdAt = at === null ? postedAt : instantOf(at).toISOString();
    return [{ type: 'reaction', data: { messageId, userId, emoji, emojiId: found?.id ?? null, createdAt } }];
  });
}

function whyNot(
  key: string,
  kind: string,
  done: ReadonlySet<string>,
  kinds: ReadonlySet<string>,
): LineReasonCode | null {
  // Two names of one emoji are one here.
  if (done.has(key)) return 'reactedBefore';
  const isOver = !kinds.has(kind) && kinds.size >= ARCHIVE_LIMITS.reactionsOfMessage;
  return isOver ? 'manyReactions' : null;
}
