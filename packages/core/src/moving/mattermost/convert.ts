import { field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { ArchiveError } from '../archive/archive-error.js';
import type { GivenArchiveLine } from '../archive/lines.js';
import type { ArchiveContents } from '../container/write-archive.js';
import { displayNameOf, instantOf } from '../converting/names.js';
import { sourceOf } from '../converting/source.js';
import { type Contents, contentsOf, type Person } from './contents.js';
import type { MattermostExport } from './open-export.js';
import { idOf, inOrder, type LeftOut, type PostConversion, postLines, SOMEBODY } from './posts.js';

export interface MattermostConversionOptions {
  /** The installation, such as `https://chat.example.com`. Its people are the same in each export of it, and in those of no other. */
  readonly installation: string;
  /** Needed where the export has several teams. */
  readonly team: string | null;
  /** Such as `palaver 0.1.0`. */
  readonly writtenBy: string;
  readonly now: Date;
}

export interface MattermostReport {
  messages: number;
  /** People whom the export names and does not describe. */
  placeholders: number;
  /** By why, how often something was left out. */
  readonly leftOut: Map<LeftOut, number>;
}

/**
 * A team of Mattermost's bulk export as an archive (docs/importing.md). Its lines are read once for where each post is, and the posts
 * of a channel then in the order of time. Throws `ArchiveError` for what is no export.
 */
export async function convertMattermost(
  source: MattermostExport,
  options: MattermostConversionOptions,
): Promise<ArchiveContents & { readonly report: MattermostReport }> {
  const report: MattermostReport = { messages: 0, placeholders: 0, leftOut: new Map() };
  const leaveOut = (why: LeftOut) => void report.leftOut.set(why, (report.leftOut.get(why) ?? 0) + 1);
  const contents = await contentsOf(source, options.team, leaveOut);
  const people = withNamed(contents);
  report.placeholders = people.size - contents.people.size;
  const owner = ownerOf(people);
  const channels = new Map([...contents.channels.values()].map(({ name, shownName }) => [name, shownName]));
  const conversion = { source, users: new Set(people.keys()), channels, leaveOut };
  return {
    report,
    lines: lines({ source, contents, people, owner, conversion, report, options }),
    openFile: (name) => source.openUpload(name),
  };
}

interface Work {
  readonly source: MattermostExport;
  readonly contents: Contents;
  readonly people: ReadonlyMap<string, Person>;
  readonly owner: Person;
  readonly conversion: PostConversion;
  readonly report: MattermostReport;
  readonly options: MattermostConversionOptions;
}

/** The people of the export, and those whom it names and does not describe: what they wrote is theirs and nobody else's. */
function withNamed({ people, directs, named }: Contents): Map<string, Person> {
  const all = new Map(people);
  for (const username of [...[...directs.values()].flat(), ...named]) {
    if (all.has(username)) continue;
    const displayName = username === SOMEBODY ? 'Somebody' : displayNameOf(username, 'Somebody');
    const nobody = { isBot: false, role: null, isSystemAdmin: false, channels: [] };
    all.set(username, { username, displayName, email: null, ...nobody });
  }
  return all;
}

function ownerOf(people: ReadonlyMap<string, Person>): Person {
  const members = [...people.values()].filter(({ isBot }) => !isBot);
  const inTeam = members.filter(({ role }) => role !== null);
  const owner =
    inTeam.find(({ isSystemAdmin }) => isSystemAdmin) ??
    inTeam.find(({ role }) => role === 'admin') ??
    inTeam[0] ??
    members[0];
  if (owner === undefined) throw new ArchiveError('The export names no people.');
  return owner;
}

async function* lines(work: Work): AsyncGenerator<GivenArchiveLine> {
  const { contents, people, owner, options } = work;
  const { team, channels, directs, posts } = contents;
  const first = firstOf(contents, options.now);
  const at = first.toISOString();
  const source = sourceOf('mattermost', options.installation);
  yield {
    type: 'header',
    data: { version: 1, source, writtenBy: options.writtenBy, exportedAt: options.now.toISOString() },
  };
  yield* userLines(people, owner, at);
  const name = displayNameOf(team.displayName, team.name);
  yield { type: 'server', data: { id: team.name, name, ownerId: owner.username, createdAt: at } };
  let position = 0;
  for (const { name: id, shownName, displayName, topic, isPrivate, archived } of channels.values()) {
    const joinedByDefault = id === 'town-square' && !isPrivate;
    const shown = {
      name: shownName,
      displayName,
      topic,
      isPrivate,
      archived,
      joinedByDefault,
      position: position++,
    };
    yield { type: 'channel', data: { id, ...shown, createdBy: owner.username, createdAt: at } };
  }
  for (const [key, userIds] of directs) {
    yield {
      type: 'directMessage',
      data: {
        id: directId(key),
        userIds: [...userIds],
        createdBy: userIds[0] ?? owner.username,
        createdAt: at,
      },
    };
  }
  for (const [key, places] of posts) {
    yield* messagesOf(channels.has(key) ? key : directId(key), places, first, work);
  }
  yield* memberLines(work, at);
}

/** The names of ten people may be longer than an id. */
function directId(key: string): string {
  return key.length <= 120 ? `dm ${key}` : `dm ${idOf(key, null)}`;
}

function firstOf({ posts }: Contents, now: Date): Date {
  let first = now.getTime();
  for (const places of posts.values()) {
    for (const { createdAt } of places) if (createdAt > 0 && createdAt < first) first = createdAt;
  }
  return instantOf(first);
}

function* userLines(
  people: ReadonlyMap<string, Person>,
  owner: Person,
  createdAt: string,
): Generator<GivenArchiveLine> {
  const others = [...people.values()].filter(({ username }) => username !== owner.username);
  const persons = others.filter(({ isBot }) => !isBot);
  for (const { username, displayName, email, isBot } of [
    owner,
    ...persons,
    ...others.filter(({ isBot }) => isBot),
  ]) {
    const botOwnerId = isBot ? owner.username : null;
    yield {
      type: 'user',
      data: { id: username, username, displayName, email, bot: isBot, botOwnerId, createdAt },
    };
  }
}

async function* messagesOf(
  channelId: string,
  places: Contents['posts'] extends ReadonlyMap<string, infer Places> ? Places : never,
  first: Date,
  { source, conversion, report }: Work,
): AsyncGenerator<GivenArchiveLine> {
  const written = new Set<string>();
  let lastAt = first.getTime();
  let last: { readonly offset: number; readonly post: Json } | null = null;
  for (const { offset, length, createdAt, reply } of inOrder(places)) {
    const root: Json = last?.offset === offset ? last.post : postIn(await source.lineAt({ offset, length }));
    last = { offset, post: root };
    const post = reply < 0 ? root : itemsAt(root, 'replies', 100_000)[reply];
    const id = idOf(channelId, post);
    if (written.has(id)) {
      conversion.leaveOut('posts that come twice in the export');
      continue;
    }
    written.add(id);
    report.messages++;
    lastAt = Math.max(lastAt, createdAt);
    const threadId = reply < 0 ? null : idOf(channelId, root);
    yield* postLines(channelId, post, { threadId, at: instantOf(lastAt) }, conversion);
  }
}

function postIn(line: Json): Json {
  return field(line, textAt(line, 'type') ?? '');
}

function* memberLines({ contents, people, owner }: Work, joinedAt: string): Generator<GivenArchiveLine> {
  yield { type: 'member', data: { userId: owner.username, role: 'owner', joinedAt } };
  const members = [...people.values()].filter(({ role }) => role !== null);
  for (const { username, role } of members) {
    if (username !== owner.username && role !== null)
      yield { type: 'member', data: { userId: username, role, joinedAt } };
  }
  for (const { username, channels } of members) {
    for (const channelId of new Set(channels)) {
      if (contents.channels.has(channelId))
        yield { type: 'channelMember', data: { channelId, userId: username, joinedAt } };
    }
  }
}
