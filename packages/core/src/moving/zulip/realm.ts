import { field, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { Origin, PersonRecord, SourceRecord } from '../converting/records.js';
import type { Files } from './files.js';
import { Reactions } from './reactions.js';
import { Recipients } from './recipients.js';

/** Roles are numbers (`UserProfile.ROLE_…`). */
const ROLES: ReadonlyMap<string, PersonRecord['role']> = new Map([
  ['100', 'owner'],
  ['200', 'admin'],
  ['600', 'guest'],
]);

/** What the rows of a realm say together: they come in any order. */
export class Realm {
  readonly streams: Json[] = [];
  /** The ids of streams that everybody joins. */
  readonly defaults = new Set<string>();
  readonly recipients = new Recipients();
  readonly reactions = new Reactions();

  add(table: string, row: Json): void {
    switch (table) {
      case 'zerver_stream':
        this.streams.push(row);
        break;
      case 'zerver_defaultstream':
        this.defaults.add(textAt(row, 'stream') ?? '');
        break;
      case 'zerver_recipient':
        this.recipients.add(row);
        break;
      case 'zerver_subscription':
        this.recipients.addSubscription(row);
        break;
      case 'zerver_reaction':
        this.reactions.add(row);
    }
  }
}

export function personOf(person: Json, table: string, files: Files, from: Origin): SourceRecord {
  const id = textAt(person, 'id');
  if (id === null) return { type: 'leftOut', from, why: 'noId' };
  const email = textAt(person, 'delivery_email') ?? textAt(person, 'email');
  const username = email?.split('@')[0] ?? id;
  return {
    type: 'person',
    from,
    id,
    username,
    displayName: textAt(person, 'full_name') ?? username,
    email,
    isBot: field(person, 'is_bot') === true || table.endsWith('crossrealm'),
    role: roleOf(person, table),
    avatar: files.avatarOf(id),
    channelIds: [],
  };
}

/** A dummy stands for somebody who has only been written to, or of whom another system told. */
function roleOf(person: Json, table: string): PersonRecord['role'] {
  if (table.endsWith('mirrordummy')) return 'elsewhere';
  if (field(person, 'is_active') === false) return 'gone';
  return ROLES.get(textAt(person, 'role') ?? '') ?? 'member';
}

interface OfStream {
  readonly memberIds: readonly string[];
  readonly isDefault: boolean;
}

export function streamOf(stream: Json, { memberIds, isDefault }: OfStream, from: Origin): SourceRecord {
  const [id, name] = [textAt(stream, 'id'), textAt(stream, 'name')];
  if (id === null || name === null) return { type: 'leftOut', from, why: 'noIdOrName' };
  const created = Number(field(stream, 'date_created')) * 1_000;
  return {
    type: 'channel',
    from,
    id: `stream ${id}`,
    name,
    displayName: name,
    topic: textAt(stream, 'description'),
    isPrivate: field(stream, 'invite_only') === true,
    archived: field(stream, 'deactivated') === true,
    isDefault,
    createdBy: textAt(stream, 'creator'),
    createdAt: Number.isFinite(created) ? created : null,
    memberIds,
  };
}

export function emojiOf(emoji: Json, files: Files, from: Origin): SourceRecord {
  const [name, fileName] = [textAt(emoji, 'name'), textAt(emoji, 'file_name')];
  if (name === null || fileName === null) return { type: 'leftOut', from, why: 'noNameOrImage' };
  if (field(emoji, 'deactivated') === true) return { type: 'leftOut', from, why: 'notInUse' };
  return { type: 'emoji', from, name, image: files.emoji(textAt(emoji, 'realm') ?? '', fileName) };
}
