import type { LineReasonCode } from '../../protocol/records/line-reason.js';
import { Email } from '../../users/schemas.js';
import { ArchiveError } from '../archive/archive-error.js';
import { ARCHIVE_LIMITS } from '../archive/limits.js';
import type { GivenArchiveLine } from '../archive/lines.js';
import type { Account } from './account.js';
import { displayNameOf } from './names.js';
import { type NamedPerson, type Origin, type PersonRecord, SOMEBODY } from './records.js';
import { imageOf, sourceId } from './source-ids.js';

type Role = 'owner' | 'admin' | 'member';

/** Somebody whom an archive has. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  email: string | null;
  readonly isBot: boolean;
  /** Null for who does not become a member. */
  readonly role: Role | null;
  /** Why they become none. */
  readonly noMember: LineReasonCode | null;
  readonly avatar: PersonRecord['avatar'];
  readonly channelIds: readonly string[];
  /** Whether nothing has said what they are called. */
  readonly isUnnamed: boolean;
  /** Null for a person whom the export names and does not describe. */
  readonly from: Origin | null;
  readonly changes: LineReasonCode[];
}

const BOT = 'bot';
const AUTHORS = { guest: 'authorGuest', gone: 'authorGone', elsewhere: 'authorElsewhere' } as const;
export const NOT_DESCRIBED = 'notDescribed';

/** Everybody whom an export describes, or names. */
export class People {
  readonly #all = new Map<string, Person>();
  readonly #account: Account;
  readonly #idsAreUsernames: boolean;
  #owner: Person | null = null;

  constructor(account: Account, idsAreUsernames: boolean) {
    this.#account = account;
    this.#idsAreUsernames = idsAreUsernames;
  }

  add(record: PersonRecord & { readonly from: Origin }): void {
    const known = this.#all.get(record.id);
    if (known?.from) {
      this.#account.leaveOut(record.from, 'idBefore');
      return;
    }
    if (this.#all.size >= ARCHIVE_LIMITS.users)
      throw new ArchiveError(`An export has at most ${ARCHIVE_LIMITS.users} people.`);
    const role = record.isBot ? BOT : record.role;
    const isMember = role === 'owner' || role === 'admin' || role === 'member';
    const email = Email.safeParse(record.email);
    const changes: LineReasonCode[] = isMember || role === 'bot' ? [] : [AUTHORS[role]];
    if (record.email !== null && !email.success) changes.push('noAddress');
    this.#all.set(record.id, {
      id: sourceId(record.id),
      username: displayNameOf(record.username, record.id),
      displayName: displayNameOf(record.displayName, record.username),
      email: email.success && !record.isBot ? email.data : null,
      isBot: record.isBot,
      role: isMember ? role : null,
      noMember: isMember ? null : role,
      avatar: record.avatar?.key ? record.avatar : null,
      channelIds: record.channelIds,
      isUnnamed: false,
      from: record.from,
      changes,
    });
  }

  /** Somebody whom a line names. Who is not described, now or later, is a person of their own: what they wrote is nobody else's. */
  name({ id, name: given, isBot }: NamedPerson): void {
    const name = given ?? (this.#idsAreUsernames && id !== SOMEBODY.id ? id : null);
    const known = this.#all.get(id);
    if (known !== undefined && (name === null || known.from !== null || !known.isUnnamed)) return;
    if (this.#all.size >= ARCHIVE_LIMITS.users)
      throw new ArchiveError(`An export names at most ${ARCHIVE_LIMITS.users} people.`);
    const shown = displayNameOf(name ?? (isBot ? 'Integration' : 'Somebody'), 'Somebody');
    const isUnnamed = name === null;
    const nobody = {
      isUnnamed,
      email: null,
      role: null,
      avatar: null,
      channelIds: [],
      from: null,
      changes: [],
    };
    const noMember = isBot ? BOT : 'unnamed';
    this.#all.set(id, { id: sourceId(id), username: shown, displayName: shown, isBot, noMember, ...nobody });
  }

  /** Call it when all lines are read. Throws `ArchiveError`. */
  end(): void {
    this.#removeSharedAddresses();
    const persons = [...this.#all.values()].filter(({ isBot, from }) => !isBot && from !== null);
    this.#owner =
      persons.find(({ role }) => role === 'owner') ??
      persons.find(({ role }) => role === 'admin') ??
      persons.find(({ role }) => role !== null) ??
      persons[0] ??
      null;
    if (this.#owner === null) throw new ArchiveError('The export names no people.');
    for (const { from, changes } of this.#all.values()) if (from) this.#account.take(from, changes);
  }

  /** Who owns the server: whom the system calls so, else an admin, else the first member. */
  get owner(): Person {
    if (this.#owner === null) throw new Error('people are asked for their owner before their end');
    return this.#owner;
  }

  /** Whether the export calls nobody an owner or an admin. */
  get ownerIsGuessed(): boolean {
    return this.owner.role !== 'owner' && this.owner.role !== 'admin';
  }

  all(): Iterable<Person> {
    return this.#all.values();
  }

  find(id: string): Person | null {
    return this.#all.get(id) ?? null;
  }

  /** Somebody whom a line has named. */
  idOf({ id }: NamedPerson): string {
    const person = this.#all.get(id);
    if (person === undefined) throw new Error('a conversion has lost somebody whom a line names');
    return person.id;
  }

  /** Whether a line describes them. Integrations are known by their messages alone. */
  isDescribed(id: string): boolean {
    const person = this.#all.get(id);
    return person !== undefined && (person.from !== null || person.isBot);
  }

  /** The role in the server; null for who is no member of it. */
  roleOf({ id, role }: Person): Role | null {
    if (id === this.owner.id) return 'owner';
    return role === 'owner' ? 'admin' : role;
  }

  /** The owner comes first, since bots name their owner. */
  *lines(createdAt: string): Generator<GivenArchiveLine> {
    const others = [...this.#all.values()].filter(({ id }) => id !== this.owner.id);
    const inOrder = [
      this.owner,
      ...others.filter(({ isBot }) => !isBot),
      ...others.filter(({ isBot }) => isBot),
    ];
    for (const { id, username, displayName, email, isBot, avatar } of inOrder) {
      const names = {
        id,
        username,
        displayName,
        email,
        bot: isBot,
        botOwnerId: isBot ? this.owner.id : null,
      };
      yield { type: 'user', data: { ...names, createdAt, avatar: imageOf(avatar) } };
    }
  }

  *memberLines(joinedAt: string): Generator<GivenArchiveLine> {
    const others = [...this.#all.values()].filter(({ id }) => id !== this.owner.id);
    for (const person of [this.owner, ...others]) {
      const role = this.roleOf(person);
      if (role !== null) yield { type: 'member', data: { userId: person.id, role, joinedAt } };
    }
  }

  /** An address that two people have says of neither who they are here. */
  #removeSharedAddresses(): void {
    const owners = new Map<string, Person[]>();
    for (const person of this.#all.values()) {
      const email = person.email?.toLowerCase();
      if (email !== undefined) owners.set(email, [...(owners.get(email) ?? []), person]);
    }
    for (const people of owners.values()) {
      if (people.length < 2) continue;
      for (const person of people) {
        person.email = null;
        person.changes.push('sharedAddress');
      }
    }
  }
}
