import { channelSlugOf, isChannelSlug } from '@palaver/markup';
import { z } from 'zod';
import { hiddenIn, isVisible, nameOfCharacter } from './hidden-characters.js';
import { text } from './text.js';

const CHANNEL_NAME_MIN = 2;
export const CHANNEL_NAME_MAX = 32;

/**
 * The slug of a channel name: trimmed, lowercased, white space to "-"; null when that is not 2 to 32 letters of any
 * script, digits, "_" or "-" (docs/reference.md, section 4.2). Marks are allowed, because many scripts need them. Forms of
 * the same letter, such as fullwidth ones, have the same slug (NFKC), so that two names do not look alike.
 */
function channelSlug(name: string): string | null {
  const slug = channelSlugOf(name);
  const length = [...slug].length;
  if (length < CHANNEL_NAME_MIN || length > CHANNEL_NAME_MAX) return null;
  return isChannelSlug(slug) && hiddenIn(slug) === null && isVisible(slug) ? slug : null;
}

/** What is wrong with a name: the character that it may not have, or its length. */
function problemOf(name: string): string {
  const slug = channelSlugOf(name);
  const found = [...slug].find((character) => !isChannelSlug(character)) ?? hiddenIn(slug);
  const rule = `must be ${CHANNEL_NAME_MIN} to ${CHANNEL_NAME_MAX} letters, digits, "_" or "-" (spaces become "-")`;
  return found ? `${rule}; it has ${nameOfCharacter(found)}` : rule;
}

/** docs/reference.md, sections 4.2 and 8. */
export const ChannelName = text(1, 256)
  .transform((name, { addIssue }) => {
    const slug = channelSlug(name);
    if (slug !== null) return slug;
    addIssue({ code: 'custom', message: problemOf(name) });
    return z.NEVER;
  })
  .meta({
    minLength: CHANNEL_NAME_MIN,
    maxLength: CHANNEL_NAME_MAX,
    description: 'Lowercased, spaces become "-"; unique among the public channels of the server.',
    example: 'release-notes',
  });
