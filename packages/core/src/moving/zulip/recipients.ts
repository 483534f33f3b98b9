import { field, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';

/** Kinds of recipients (`Recipient.PERSONAL` and so on). */
const PERSONAL = '1';
const STREAM = '2';

/** Where a message goes. */
export interface Recipient {
  readonly placeId: string;
  /** The people of a direct message; null for a channel. */
  readonly userIds: readonly string[] | null;
}

/** Whom messages go to: people, channels, and groups of people, who are subscribed to them. */
export class Recipients {
  readonly #kinds = new Map<string, { readonly type: string; readonly of: string }>();
  readonly #members = new Map<string, string[]>();
  readonly #ofStreams = new Map<string, string>();

  add(row: Json): void {
    const [id, type, of] = [textAt(row, 'id') ?? '', textAt(row, 'type') ?? '', textAt(row, 'type_id') ?? ''];
    this.#kinds.set(id, { type, of });
    if (type === STREAM) this.#ofStreams.set(of, id);
  }

  addSubscription(row: Json): void {
    const [recipient, userId] = [textAt(row, 'recipient') ?? '', textAt(row, 'user_profile')];
    if (userId === null || field(row, 'active') === false) return;
    const known = this.#members.get(recipient);
    if (known) known.push(userId);
    else this.#members.set(recipient, [userId]);
  }

  membersOfStream(streamId: string): readonly string[] {
    return this.#members.get(this.#ofStreams.get(streamId) ?? '') ?? [];
  }

  /** Null for one that the export does not describe. */
  find(recipientId: string, senderId: string): Recipient | null {
    const kind = this.#kinds.get(recipientId);
    if (kind === undefined) return null;
    if (kind.type === STREAM) return { placeId: `stream ${kind.of}`, userIds: null };
    const members = kind.type === PERSONAL ? [kind.of] : (this.#members.get(recipientId) ?? []);
    const userIds = [...new Set([...members, senderId])].sort();
    const placeId = kind.type === PERSONAL ? `dm ${userIds.join(' ')}` : `group ${kind.of}`;
    return { placeId, userIds };
  }
}
