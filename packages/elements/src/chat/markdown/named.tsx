import { spellingsOf } from '@palaver/markup';
import { emojiNamed } from '@palaver/markup/emoji';
import { useEffect, useState } from 'react';
import { ServerEmojiImage } from '../../emoji/emoji.js';
import { loadEmoji, loadedNames } from '../../emoji/unicode-emoji.js';
import { useChatHost } from '../../host/chat-host.js';
import { PlaceLink } from '../../ui/place-link.js';
import { type Names, useMentions, useNames, useNeeded } from '../names.js';
import styles from './markdown.module.css';

type Mentions = ReturnType<typeof useMentions>;

/** Somebody or all, shown as mentioned where the service has found so; before it has, by who is there. */
export function MentionText({ name }: { readonly name: string }) {
  const names = useNames();
  const mentions = useMentions();
  const { openOverlay } = useChatHost();
  useNeeded(mentions?.userIds ?? []);
  const spelling =
    names === null ? undefined : spellingsOf(name).find((each) => isMentioned(each, names, mentions));
  if (names === null || spelling === undefined)
    return hasUnknown(names, mentions) ? <span className={styles.mention}>@{name}</span> : `@${name}`;
  const rest = name.slice(spelling.length);
  const user = names.users.get(spelling);
  const group = names.groups.get(spelling);
  if (group !== undefined || user === undefined) {
    return (
      <>
        <span className={styles.mention} title={group?.name}>
          @{name.slice(0, spelling.length)}
        </span>
        {rest}
      </>
    );
  }
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

function isMentioned(name: string, { users, groups }: Names, mentions: Mentions): boolean {
  if (name === 'here' || name === 'channel') return mentions?.[name] ?? true;
  const group = groups.get(name);
  if (group !== undefined) return mentions?.groupIds.includes(group.id) ?? true;
  const user = users.get(name);
  return user !== undefined && (mentions?.userIds.includes(user.id) ?? true);
}

/** Whether the text mentions somebody who is not in the channel, so that a name that is not known may be theirs. */
function hasUnknown(names: Names | null, mentions: Mentions): boolean {
  if (names === null || mentions === null) return true;
  return mentions.userIds.some((id) => !names.usersById.has(id));
}

export function ChannelName({ name }: { readonly name: string }) {
  const channel = useNames()?.channels.get(name.toLowerCase());
  if (channel === undefined) return `#${name}`;
  return (
    <PlaceLink className={styles.mention} to={{ serverId: channel.serverId, channelId: channel.id }}>
      #{channel.displayName}
    </PlaceLink>
  );
}

/** An emoji of the server, or else one of Unicode. */
export function EmojiText({ name }: { readonly name: string }) {
  const own = useNames()?.emoji.get(name.toLowerCase());
  const unicode = useUnicode(own === undefined ? name : null);
  if (own !== undefined) return <ServerEmojiImage name={own.name} path={own.imagePath} />;
  if (unicode === null) return `:${name}:`;
  return (
    <span role="img" aria-label={`:${name}:`} title={`:${name}:`}>
      {unicode}
    </span>
  );
}

/** The emoji of Unicode that is called so; null for none, and until the names are loaded. */
function useUnicode(name: string | null): string | null {
  const [names, setNames] = useState(loadedNames);
  const isNeeded = name !== null && names === null;
  useEffect(() => {
    if (isNeeded)
      void loadEmoji().then(
        () => setNames(loadedNames()),
        () => {},
      );
  }, [isNeeded]);
  return name === null || names === null ? null : emojiNamed(names, name);
}
