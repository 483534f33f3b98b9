export { channelSlugOf, isChannelSlug } from './channel-slug.js';
export { mayNameEmoji, withEmoji } from './emoji/with-emoji.js';
export { LIMITS } from './limits.js';
export { type MentionedNames, mentionsIn } from './mentions.js';
export { spellingsOf } from './names.js';
export { parse } from './parse.js';
export { coveredText, PlainText, plainText } from './plain-text.js';
export type * from './tree.js';
export { spansOf } from './walk.js';
