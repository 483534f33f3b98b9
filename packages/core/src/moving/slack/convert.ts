import { textAt } from '../../incoming-webhooks/dialects/json.js';
import { usableName } from '../../incoming-webhooks/webhook-post.js';
import { ArchiveError } from '../archive/archive-error.js';
import type { GivenArchiveLine } from '../archive/lines.js';
import type { ArchiveContents } from '../container/write-archive.js';
import { DM_PEOPLE_MAX, type Place, placesOf } from './channels.js';
import {
  authorOf,
  type Conversion,
  type LeftOut,
  messageLines,
  messagesOfDay,
  type PlaceState,
} from './messages.js';
import type { SlackExport } from './open-export.js';
import { ownerOf, type Person, peopleIn, strangerOf, userLines } from './people.js';

export interface SlackConversionOptions {
  /** What the server is called. */
  readonly serverName: string;
  /** Such as `palaver 0.1.0`. */
  readonly writtenBy: string;
  readonly now: Date;
}

/** What was converted so far. */
export interface SlackReport {
  messages: number;
  /** By why, how often something was left out. */
  readonly leftOut: Map<LeftOut, number>;
}

/**
 * Slack's export as an archive (docs/importing.md). It is read twice, a day of a channel at a time: first for who writes in it,
 * then for what they write. Throws `ArchiveError` for what is no export.
 */
export async function convertSlack(
  source: SlackExport,
  options: SlackConversionOptions,
): Promise<ArchiveContents & { readonly report: SlackReport }> {
  const report: SlackReport = { messages: 0, leftOut: new Map() };
  const users = await source.json('users.json');
  const people = peopleIn(users);
  if (people.size === 0) throw new ArchiveError('The export names nobody in users.json.');
  const places = await placesOf(source);
  await addStrangers(source, places, people);
  const teamId = textAt(users, '0.team_id') ?? 'unknown';
  return {
    report,
    lines: lines({ source, people, places, teamId, report, options }),
    openFile: async (id) => {
      const upload = source.upload(id);
      return upload && source.openUpload(upload.path);
    },
  };
}

/** Who writes and is not in `users.json`. */
async function addStrangers(
  source: SlackExport,
  places: readonly Place[],
  people: Map<string, Person>,
): Promise<void> {
  for (const { folder } of places) {
    for (const day of source.days(folder)) {
      for (const { value } of messagesOfDay(await source.json(`${folder}/${day}`), () => undefined)) {
        const { id, name, isBot } = authorOf(value);
        if (!people.has(id)) people.set(id, strangerOf(id, name, isBot));
      }
    }
  }
}

interface Work {
  readonly source: SlackExport;
  readonly people: ReadonlyMap<string, Person>;
  readonly places: readonly Place[];
  readonly teamId: string;
  readonly report: SlackReport;
  readonly options: SlackConversionOptions;
}

async function* lines(work: Work): AsyncGenerator<GivenArchiveLine> {
  const { source, people, places, teamId, report, options } = work;
  const owner = ownerOf(people);
  const createdAt = firstOf(places, options.now);
  const leaveOut = (why: LeftOut) => void report.leftOut.set(why, (report.leftOut.get(why) ?? 0) + 1);
  const channels = new Map(
    places.flatMap(({ id, channel }) => (channel ? [[id, channel.name] as const] : [])),
  );
  const conversion: Conversion = { source, people, owner, channels, leaveOut };
  const kept = places.filter(
    ({ channel, memberIds }) => channel !== null || isPossible(memberIds, people, leaveOut),
  );
  yield {
    type: 'header',
    data: {
      version: 1,
      source: `slack:${teamId}`,
      writtenBy: options.writtenBy,
      exportedAt: options.now.toISOString(),
    },
  };
  yield* userLines(people, owner, createdAt);
  const name = usableName(options.serverName) ?? 'Slack';
  yield { type: 'server', data: { id: teamId, name, ownerId: owner.id, createdAt: createdAt.toISOString() } };
  yield* placeLines(kept, people, owner);
  for (const place of kept) yield* messagesOf(place, conversion, report);
  yield* memberLines(people, owner, createdAt);
  yield* channelMemberLines(kept, people, owner);
}

function firstOf(places: readonly Place[], now: Date): Date {
  const times = places.map(({ createdAt }) => createdAt.getTime()).filter((time) => time > 0);
  return new Date(times.reduce((first, time) => Math.min(first, time), now.getTime()));
}

function isPossible(
  memberIds: readonly string[],
  people: ReadonlyMap<string, Person>,
  leaveOut: Conversion['leaveOut'],
): boolean {
  const count = memberIds.filter((id) => people.has(id)).length;
  if (count >= 2 && count <= DM_PEOPLE_MAX) return true;
  leaveOut('direct messages of less than 2 or more than 10 people');
  return false;
}

function* placeLines(
  places: readonly Place[],
  people: ReadonlyMap<string, Person>,
  owner: Person,
): Generator<GivenArchiveLine> {
  for (const [position, { id, channel, createdAt, createdBy, memberIds }] of places.entries()) {
    const members = memberIds.filter((userId) => people.has(userId));
    const made = { id, createdAt: createdAt.toISOString() };
    const by = createdBy !== null && people.has(createdBy) ? createdBy : null;
    if (channel === null) {
      yield {
        type: 'directMessage',
        data: { ...made, userIds: members, createdBy: by ?? members[0] ?? owner.id },
      };
      continue;
    }
    const { name, displayName, topic, isPrivate, archived, isGeneral } = channel;
    const joinedByDefault = isGeneral && !isPrivate;
    const shown = { name, displayName, topic, isPrivate, archived, joinedByDefault, position };
    yield { type: 'channel', data: { ...made, ...shown, createdBy: by ?? owner.id } };
  }
}

async function* messagesOf(
  place: Place,
  conversion: Conversion,
  report: SlackReport,
): AsyncGenerator<GivenArchiveLine> {
  const { folder } = place;
  const { source } = conversion;
  const state: PlaceState = { roots: new Set(), seen: new Set(), lastAt: place.createdAt.getTime() };
  for (const day of source.days(folder)) {
    const before = state.seen;
    state.seen = new Set();
    for (const message of messagesOfDay(await source.json(`${folder}/${day}`), conversion.leaveOut)) {
      const isRepeated = before.has(message.ts) || state.seen.has(message.ts);
      state.seen.add(message.ts);
      if (isRepeated) {
        conversion.leaveOut('messages that come twice in the export');
        continue;
      }
      report.messages++;
      yield* messageLines(place, message, state, conversion);
    }
  }
}

function* memberLines(
  people: ReadonlyMap<string, Person>,
  owner: Person,
  at: Date,
): Generator<GivenArchiveLine> {
  const joinedAt = at.toISOString();
  yield { type: 'member', data: { userId: owner.id, role: 'owner', joinedAt } };
  for (const { id, role } of people.values()) {
    if (role === null || id === owner.id) continue;
    yield { type: 'member', data: { userId: id, role: role === 'owner' ? 'admin' : role, joinedAt } };
  }
}

function* channelMemberLines(
  places: readonly Place[],
  people: ReadonlyMap<string, Person>,
  owner: Person,
): Generator<GivenArchiveLine> {
  for (const { id: channelId, channel, memberIds, createdAt } of places) {
    if (channel === null) continue;
    for (const userId of memberIds) {
      const isMember = userId === owner.id || (people.get(userId)?.role ?? null) !== null;
      if (isMember)
        yield { type: 'channelMember', data: { channelId, userId, joinedAt: createdAt.toISOString() } };
    }
  }
}
