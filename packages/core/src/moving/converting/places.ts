import { Topic } from '../../channels/schemas.js';
import { usableName } from '../../incoming-webhooks/webhook-post.js';
import type { LineReasonCode } from '../../protocol/records/line-reason.js';
import type { GivenArchiveLine } from '../archive/lines.js';
import type { Account } from './account.js';
import { DM_PEOPLE_MAX, TOPIC_MAX } from './bounds.js';
import { freeChannelName, instantOf } from './names.js';
import type { People } from './people.js';
import type { ChannelRecord, DirectRecord, Origin } from './records.js';
import { sourceId } from './source-ids.js';

const DISPLAY_NAME_MAX = 80;
const OF_ONESELF = 'withOneself';
const OF_MANY = 'ofMany';
const NO_PLACE = 'ofUnknownChannel';

type From = { readonly from: Origin };
interface Channel extends ChannelRecord, From {
  readonly name: string;
  readonly position: number;
}
type Direct = Omit<DirectRecord, 'type'> & { readonly from: Origin | null };

/** The channels and direct messages of an export. */
export class Places {
  readonly #channels = new Map<string, Channel>();
  readonly #directs = new Map<string, Direct>();
  readonly #byPeople = new Map<string, string>();
  readonly #names = new Set<string>();
  /** Direct messages of the same people are one: the id of the first, by that of another. */
  readonly #same = new Map<string, string>();
  readonly #leftOut = new Map<string, LineReasonCode>();
  readonly #account: Account;
  readonly #people: People;

  constructor(account: Account, people: People) {
    this.#account = account;
    this.#people = people;
  }

  addChannel(record: ChannelRecord & From): void {
    if (this.#channels.has(record.id)) {
      this.#account.leaveOut(record.from, 'idBefore');
      return;
    }
    const name = freeChannelName(record.name, this.#names);
    this.#channels.set(record.id, { ...record, name, position: this.#channels.size });
    const changes: LineReasonCode[] = name === record.name ? [] : ['otherChannelName'];
    if ([...(record.topic ?? '')].length > TOPIC_MAX) changes.push('topicCut');
    this.#account.take(record.from, changes);
  }

  addDirect(record: DirectRecord & From): void {
    const why = this.#add(record);
    if (why === null) this.#account.take(record.from);
    else if (this.#same.has(record.id)) this.#account.take(record.from, [why]);
    else this.#account.leaveOut(record.from, why);
  }

  /** A direct message that only its messages name. */
  addNamed(id: string, userIds: readonly string[]): void {
    if (!this.#directs.has(id) && !this.#same.has(id) && !this.#leftOut.has(id))
      this.#add({ id, userIds, createdBy: null, createdAt: null, from: null });
  }

  /** Where messages of a place go; or why they are left out. */
  find(
    id: string,
  ): { readonly id: string; readonly why: null } | { readonly id: null; readonly why: LineReasonCode } {
    const why = this.#leftOut.get(id);
    if (why !== undefined) return { id: null, why };
    const first = this.#same.get(id) ?? id;
    if (this.#channels.has(first) || this.#directs.has(first)) return { id: first, why: null };
    return { id: null, why: NO_PLACE };
  }

  /** What a channel is called here; null for one that the export does not have. */
  nameOf(id: string): string | null {
    return this.#channels.get(id)?.name ?? null;
  }

  *ids(): Generator<string> {
    yield* this.#channels.keys();
    yield* this.#directs.keys();
  }

  /** The instant at which the first of them began, in milliseconds. */
  get first(): number {
    const all = [...this.#channels.values(), ...this.#directs.values()];
    return all.reduce(
      (first, { createdAt }) => (createdAt !== null && createdAt > 0 ? Math.min(first, createdAt) : first),
      Number.POSITIVE_INFINITY,
    );
  }

  *lines(first: Date): Generator<GivenArchiveLine> {
    const created = (at: number | null) => (at !== null && at > 0 ? instantOf(at) : first).toISOString();
    const by = (id: string | null) => (id === null ? null : (this.#people.find(id)?.id ?? null));
    for (const {
      id,
      name,
      displayName,
      topic,
      createdBy,
      createdAt,
      ...channel
    } of this.#channels.values()) {
      const about = Topic.safeParse([...(topic ?? '')].slice(0, TOPIC_MAX).join(''));
      const { isPrivate, archived, isDefault, position } = channel;
      const shown = {
        name,
        displayName: usableName([...displayName].slice(0, DISPLAY_NAME_MAX).join('')) ?? name,
        topic: about.success && about.data !== '' ? about.data : null,
      };
      const kind = { isPrivate, archived, joinedByDefault: isDefault && !isPrivate, position };
      const made = { createdBy: by(createdBy) ?? this.#people.owner.id, createdAt: created(createdAt) };
      yield { type: 'channel', data: { id: sourceId(id), ...shown, ...kind, ...made } };
    }
    for (const { id, userIds, createdBy, createdAt } of this.#directs.values()) {
      const people = userIds.map((userId) => this.#people.find(userId)?.id ?? '');
      const maker = by(createdBy);
      const made = {
        createdBy: maker !== null && people.includes(maker) ? maker : (people[0] ?? ''),
        createdAt: created(createdAt),
      };
      yield { type: 'directMessage', data: { id: sourceId(id), userIds: people, ...made } };
    }
  }

  *memberLines(first: Date): Generator<GivenArchiveLine> {
    const members = new Map<string, Set<string>>([...this.#channels.keys()].map((id) => [id, new Set()]));
    for (const { id, memberIds } of this.#channels.values())
      for (const userId of memberIds) this.#addMember(members.get(id), userId);
    for (const person of this.#people.all())
      if (this.#people.roleOf(person) !== null)
        for (const channelId of person.channelIds) members.get(channelId)?.add(person.id);
    for (const [channelId, userIds] of members)
      for (const userId of userIds)
        yield {
          type: 'channelMember',
          data: { channelId: sourceId(channelId), userId, joinedAt: first.toISOString() },
        };
  }

  #addMember(members: Set<string> | undefined, userId: string): void {
    const person = this.#people.find(userId);
    if (person !== null && this.#people.roleOf(person) !== null) members?.add(person.id);
  }

  /** Returns why it is not one of its own; null where it is. */
  #add(record: Direct): LineReasonCode | null {
    const userIds = [...new Set(record.userIds)];
    if (this.#directs.has(record.id)) return 'idBefore';
    if (userIds.length < 2 || userIds.length > DM_PEOPLE_MAX) {
      const why = userIds.length === 0 ? NO_PLACE : userIds.length < 2 ? OF_ONESELF : OF_MANY;
      this.#leftOut.set(record.id, why);
      return why;
    }
    const key = [...userIds].sort().join('\n');
    const first = this.#byPeople.get(key);
    if (first !== undefined) {
      this.#same.set(record.id, first);
      return 'samePeople';
    }
    for (const id of userIds) this.#people.name({ id, name: null, isBot: false });
    this.#directs.set(record.id, { ...record, userIds });
    this.#byPeople.set(key, record.id);
    return null;
  }
}
