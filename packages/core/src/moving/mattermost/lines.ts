import { field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { Origin, PersonRecord, SourceFile, SourceRecord } from '../converting/records.js';
import { fileAt, type Uploads } from './uploads.js';

const NO_NAME = 'noName';
const CHANNELS_MAX = 10_000;
const TEAMS_MAX = 1_000;

export function channelOf(data: Json, team: string, known: Set<string>, from: Origin): SourceRecord {
  const name = textAt(data, 'name');
  if (name === null) return { type: 'leftOut', from, why: NO_NAME };
  if (textAt(data, 'team') !== team) return { type: 'leftOut', from, why: 'ofOtherTeam' };
  known.add(name);
  return {
    type: 'channel',
    from,
    id: name,
    name,
    displayName: textAt(data, 'display_name') ?? name,
    topic: about(textAt(data, 'header'), textAt(data, 'purpose')),
    isPrivate: textAt(data, 'type') === 'P',
    archived: Number(field(data, 'deleted_at')) > 0,
    isDefault: name === 'town-square',
    createdBy: null,
    createdAt: null,
    memberIds: [],
  };
}

/** A channel has one topic here. */
function about(header: string | null, purpose: string | null): string | null {
  const said = [...new Set([header, purpose])].filter((one) => one !== null);
  return said.length === 0 ? null : said.join(' · ');
}

export function personOf(data: Json, team: string, uploads: Uploads, from: Origin): SourceRecord {
  const username = textAt(data, 'username');
  if (username === null) return { type: 'leftOut', from, why: NO_NAME };
  const full = [textAt(data, 'first_name'), textAt(data, 'last_name')]
    .filter((part) => part !== null)
    .join(' ');
  const membership = itemsAt(data, 'teams', TEAMS_MAX).find((one) => textAt(one, 'name') === team);
  return {
    type: 'person',
    from,
    id: username,
    username,
    displayName: textAt(data, 'nickname') ?? full,
    email: textAt(data, 'email'),
    isBot: false,
    role: roleOf(data, membership),
    avatar: avatarOf(data, uploads),
    channelIds: itemsAt(membership, 'channels', CHANNELS_MAX).flatMap((one) => textAt(one, 'name') ?? []),
  };
}

function roleOf(data: Json, membership: Json): PersonRecord['role'] {
  const roles = `${textAt(data, 'roles') ?? ''} ${textAt(membership, 'roles') ?? ''}`;
  if (Number(field(data, 'delete_at')) > 0) return 'gone';
  if (roles.includes('guest')) return 'guest';
  if (membership === undefined) return 'elsewhere';
  if (/\bsystem_admin\b/.test(roles)) return 'owner';
  return /\bteam_admin\b/.test(roles) ? 'admin' : 'member';
}

export function botOf(data: Json, uploads: Uploads, from: Origin): SourceRecord {
  const username = textAt(data, 'username');
  if (username === null) return { type: 'leftOut', from, why: NO_NAME };
  const displayName = textAt(data, 'display_name') ?? username;
  const none = { email: null, isBot: true, role: 'member' as const, channelIds: [] };
  return {
    type: 'person',
    from,
    id: username,
    username,
    displayName,
    avatar: avatarOf(data, uploads),
    ...none,
  };
}

function avatarOf(data: Json, uploads: Uploads): SourceFile | null {
  const path = textAt(data, 'profile_image');
  return path === null ? null : fileAt(path, uploads);
}

export function emojiOf(data: Json, uploads: Uploads, from: Origin): SourceRecord {
  const name = textAt(data, 'name');
  if (name === null) return { type: 'leftOut', from, why: NO_NAME };
  return { type: 'emoji', from, name, image: fileAt(textAt(data, 'image'), uploads) };
}
