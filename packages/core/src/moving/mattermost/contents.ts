import { Topic } from '../../channels/schemas.js';
import { field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { usableName } from '../../incoming-webhooks/webhook-post.js';
import { Email } from '../../users/schemas.js';
import { ArchiveError } from '../archive/archive-error.js';
import { displayNameOf, freeChannelName } from '../converting/names.js';
import type { MattermostExport } from './open-export.js';
import { isNote, type LeftOut, type PostPlace, peopleOfPost, placesOfPost } from './posts.js';

export interface Person {
  readonly username: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly isBot: boolean;
  /** Null for who is not in the team, and for guests, who saw some channels alone. */
  readonly role: 'owner' | 'admin' | 'member' | null;
  readonly isSystemAdmin: boolean;
  readonly channels: readonly string[];
}

export interface Channel {
  readonly name: string;
  readonly shownName: string;
  readonly displayName: string;
  readonly topic: string | null;
  readonly isPrivate: boolean;
  readonly archived: boolean;
}

/** What an export has, without the texts. */
export interface Contents {
  readonly team: { readonly name: string; readonly displayName: string };
  readonly people: ReadonlyMap<string, Person>;
  /** By name in the team. */
  readonly channels: ReadonlyMap<string, Channel>;
  /** By the names of their people, in order and with spaces between them. */
  readonly directs: ReadonlyMap<string, readonly string[]>;
  /** Everybody whom a post that is kept names, and a direct message. */
  readonly named: ReadonlySet<string>;
  /** By channel, or by direct message. */
  readonly posts: ReadonlyMap<string, readonly PostPlace[]>;
}

const DM_PEOPLE_MAX = 10;
const TEAMS_MAX = 1_000;

/** Reads all lines once. `teamName` chooses among several teams. Throws `ArchiveError`. */
export async function contentsOf(
  source: MattermostExport,
  teamName: string | null,
  leaveOut: (why: LeftOut) => void,
): Promise<Contents> {
  const teams = new Map<string, string>();
  const people = new Map<string, Person>();
  const channels = new Map<string, Channel>();
  const directs = new Map<string, readonly string[]>();
  const posts = new Map<string, PostPlace[]>();
  const named = new Set<string>();
  const taken = new Set<string>();
  let team: string | null = null;
  const chosen = () => {
    team ??= chooseTeam(teams, teamName);
    return team;
  };
  for await (const { value, ...place } of source.lines()) {
    const data = field(value, String(field(value, 'type')));
    switch (field(value, 'type')) {
      case 'team':
        if (teams.size < TEAMS_MAX) teams.set(textAt(data, 'name') ?? '', textAt(data, 'display_name') ?? '');
        break;
      case 'channel':
        if (textAt(data, 'team') === chosen()) addChannel(data, channels, taken);
        break;
      case 'user':
        addPerson(data, chosen(), people);
        break;
      case 'bot':
        addBot(data, people);
        break;
      case 'post': {
        const name = textAt(data, 'channel') ?? '';
        if (textAt(data, 'team') !== chosen() || !channels.has(name))
          leaveOut('posts of other teams and of channels that the export does not have');
        else addPosts({ posts, named }, name, data, place, leaveOut);
        break;
      }
      case 'direct_channel':
        addDirect(membersOf(data), directs, leaveOut);
        break;
      case 'direct_post': {
        const members = membersOf(data);
        const key = members.join(' ');
        if (directs.has(key)) addPosts({ posts, named }, key, data, place, leaveOut);
        break;
      }
    }
  }
  const name = chosen();
  return { team: { name, displayName: teams.get(name) || name }, people, channels, directs, named, posts };
}

function chooseTeam(teams: ReadonlyMap<string, string>, name: string | null): string {
  const names = [...teams.keys()];
  if (name !== null && teams.has(name)) return name;
  const [only] = names;
  if (name === null && only !== undefined && names.length === 1) return only;
  if (names.length === 0)
    throw new ArchiveError('This is no bulk export of Mattermost: no line names a team.');
  throw new ArchiveError(`Name one of the teams of the export: ${names.slice(0, 20).join(', ')}.`);
}

function addChannel(data: Json, channels: Map<string, Channel>, taken: Set<string>): void {
  const name = textAt(data, 'name');
  if (name === null) return;
  const about = Topic.safeParse(
    [...(textAt(data, 'header') ?? textAt(data, 'purpose') ?? '')].slice(0, 1_024).join(''),
  );
  channels.set(name, {
    name,
    shownName: freeChannelName(name, taken),
    displayName: usableName(textAt(data, 'display_name')) ?? name,
    topic: about.success && about.data !== '' ? about.data : null,
    isPrivate: textAt(data, 'type') === 'P',
    archived: Number(field(data, 'deleted_at')) > 0,
  });
}

function addPerson(data: Json, team: string, people: Map<string, Person>): void {
  const username = textAt(data, 'username');
  if (username === null) return;
  const full = [textAt(data, 'first_name'), textAt(data, 'last_name')]
    .filter((part) => part !== null)
    .join(' ');
  const email = Email.safeParse(textAt(data, 'email'));
  const membership = itemsAt(data, 'teams', TEAMS_MAX).find((one) => textAt(one, 'name') === team);
  const roles = `${textAt(data, 'roles') ?? ''} ${textAt(membership, 'roles') ?? ''}`;
  const isGone = membership === undefined || Number(field(data, 'delete_at')) > 0 || roles.includes('guest');
  people.set(username, {
    username,
    displayName: displayNameOf(textAt(data, 'nickname') ?? full, username),
    email: email.success ? email.data : null,
    isBot: false,
    role: isGone ? null : /\bteam_admin\b/.test(roles) ? 'admin' : 'member',
    isSystemAdmin: /\bsystem_admin\b/.test(roles),
    channels: itemsAt(membership, 'channels', 10_000).flatMap((one) => textAt(one, 'name') ?? []),
  });
}

function addBot(data: Json, people: Map<string, Person>): void {
  const username = textAt(data, 'username');
  if (username === null) return;
  const displayName = displayNameOf(textAt(data, 'display_name') ?? username, username);
  people.set(username, {
    username,
    displayName,
    email: null,
    isBot: true,
    role: null,
    isSystemAdmin: false,
    channels: [],
  });
}

function addPosts(
  { posts, named }: { readonly posts: Map<string, PostPlace[]>; readonly named: Set<string> },
  key: string,
  data: Json,
  place: { readonly offset: number; readonly length: number },
  leaveOut: (why: LeftOut) => void,
): void {
  if (isNote(data)) {
    leaveOut('notes of the service (joined, renamed and the like)');
    return;
  }
  for (const username of peopleOfPost(data)) named.add(username);
  const known = posts.get(key) ?? [];
  known.push(...placesOfPost(data, place));
  posts.set(key, known);
}

function addDirect(
  members: readonly string[],
  directs: Map<string, readonly string[]>,
  leaveOut: (why: LeftOut) => void,
): void {
  if (members.length < 2 || members.length > DM_PEOPLE_MAX)
    leaveOut('direct messages of less than 2 or more than 10 people');
  else directs.set(members.join(' '), members);
}

/** Older exports have the names in `members` or `channel_members`, newer ones in `participants`. */
function membersOf(data: Json): string[] {
  const names = [
    ...itemsAt(data, 'members', 100).map(String),
    ...itemsAt(data, 'channel_members', 100).map(String),
    ...itemsAt(data, 'participants', 100).flatMap((one) => textAt(one, 'username') ?? []),
  ];
  return [...new Set(names)].sort();
}
