import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ServerEmojiImage } from '../emoji/emoji.js';
import { openOverlay } from '../ui/overlay.js';
import { addressOf } from './address.js';
import styles from './markdown.module.css';
import { type Names, useMentions, useNames } from './names.js';

/** As the service recognises them: not within a word. A channel's name has letters of any script. */
const NAMED =
  /(?<![\p{L}\p{N}_.@/-])(?:@(?<user>[A-Za-z0-9][A-Za-z0-9_.-]*)|#(?<channel>[\p{L}\p{N}_-]+))|:(?<emoji>[A-Za-z0-9_+-]{2,32}):/gu;

/** A text with people, groups, channels and emoji of the server that it names shown as what they are. */
export function withNames(text: string): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(NAMED)) {
    const { user, channel, emoji } = match.groups ?? {};
    parts.push(text.slice(end, match.index));
    if (user !== undefined) parts.push(<MentionText key={match.index} name={user} />);
    else if (channel !== undefined) parts.push(<ChannelName key={match.index} name={channel} />);
    else if (emoji !== undefined) parts.push(<EmojiText key={match.index} name={emoji} />);
    end = match.index + match[0].length;
  }
  return parts.length === 0 ? text : [...parts, text.slice(end)];
}

/** What follows the name of somebody may be the end of a sentence. */
const TRAILING = /[._-]+$/;

function MentionText({ name }: { readonly name: string }) {
  const names = useNames();
  const mentions = useMentions();
  const spellings = [name, name.replace(TRAILING, '')];
  const spelling = names === null ? undefined : spellings.find((each) => isNamed(names, each.toLowerCase()));
  if (names === null || spelling === undefined) {
    return hasUnknown(names, mentions) ? <span className={styles.mention}>@{name}</span> : `@${name}`;
  }
  const rest = name.slice(spelling.length);
  const key = spelling.toLowerCase();
  const user = names.users.get(key);
  const group = names.groups.get(key);
  if (group === undefined && user !== undefined) {
    const { serverId } = names;
    return (
      <>
        <button
          type="button"
          className={styles.mention}
          title={`@${user.username}`}
          onClick={({ currentTarget }) =>
            openOverlay({ kind: 'profile', anchor: currentTarget, user, serverId })
          }
        >
          @{user.displayName}
        </button>
        {rest}
      </>
    );
  }
  return (
    <>
      <span className={styles.mention} title={group?.name}>
        @{spelling}
      </span>
      {rest}
    </>
  );
}

function isNamed({ users, groups }: Names, key: string): boolean {
  return key === 'here' || key === 'channel' || users.has(key) || groups.has(key);
}

/** Whether the text mentions somebody who is not in the channel, so that a name that is not known may be theirs. */
function hasUnknown(names: Names | null, mentions: ReturnType<typeof useMentions>): boolean {
  if (names === null || mentions === null) return true;
  return mentions.userIds.some((id) => !names.usersById.has(id));
}

function ChannelName({ name }: { readonly name: string }) {
  const channel = useNames()?.channels.get(name.toLowerCase());
  if (channel === undefined) return `#${name}`;
  return (
    <Link className={styles.mention} href={addressOf(channel.serverId, channel.id)}>
      #{channel.displayName}
    </Link>
  );
}

function EmojiText({ name }: { readonly name: string }) {
  const emoji = useNames()?.emoji.get(name.toLowerCase());
  return emoji === undefined ? `:${name}:` : <ServerEmojiImage name={emoji.name} path={emoji.imagePath} />;
}
