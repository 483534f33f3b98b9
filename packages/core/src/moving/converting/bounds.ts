/** The longest topic of a channel, in characters. */
export const TOPIC_MAX = 1_024;
/** docs/moving.md: a direct message has this many people. */
export const DM_PEOPLE_MAX = 10;
/** The longest name of an emoji. */
export const EMOJI_NAME_MAX = 32;
/** What a message says that shows nothing. */
export const NOTHING = '…';
