import { oneOf, type Random } from '../../load/day/random.js';

/** What people write most, the most frequent first. */
const FREQUENT =
  'the to a of and in is that it for you on we this be have are with as not can at or i if so do from will but there an was just by no all has what when they your my out up how one about get our then like also more now me should some would think need any know see only them could here yes which use new time still make good thanks time sure today tomorrow want work had does been than into after before over because where who want look first try maybe already please let next back again same down too test add page set week meeting call send update team help change build file code issue check run server review list point user question data plan system thing right last got day way seems found link version branch fix report problem deploy number client report message production merge morning error result'.split(
    ' ',
  );

const BEGINNINGS = [
  '',
  'st',
  'tr',
  'pl',
  'gr',
  'b',
  'c',
  'd',
  'f',
  'g',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  't',
  'v',
];
const MIDDLES = ['a', 'e', 'i', 'o', 'u', 'ea', 'io', 'ou'];
const ENDS = ['', 'n', 'r', 's', 't', 'l', 'nd', 'ck', 'm', 'ng'];

/** In every tenth message, and in ten messages of the largest server, whatever its size. */
export const COMMON_WORD = 'release';
export const RARE_WORD = 'zebrafinch';
export const PART_OF_RARE_WORD = 'brafin';
export const RARE_MESSAGES = 10;

const VOCABULARY = 20_000;
const EMOJI = ['🎉', '👍', '😀', '🙏'];

/** Draws the words of messages, with frequencies as in language (Zipf). */
export function wordsOf(random: Random): () => string {
  const made = Array.from({ length: VOCABULARY - FREQUENT.length }, () => madeWord(random));
  const words = [...FREQUENT, ...made];
  // The inverse of the distribution of 1/rank.
  const scale = Math.log(words.length + 1);
  return () => words[Math.floor(Math.exp(random() * scale)) - 1] ?? 'the';
}

function madeWord(random: Random): string {
  const syllables = 1 + Math.ceil(random() * 3);
  const parts = Array.from({ length: syllables }, () => oneOf(random, BEGINNINGS) + oneOf(random, MIDDLES));
  return parts.join('') + oneOf(random, ENDS);
}

/** A message of one to some thirty words, seven in the mean, some of them with a link, an emoji or a mark. */
export function sentence(random: Random, word: () => string): string {
  const length = 1 + Math.min(30, Math.floor(-6 * Math.log(1 - random())));
  let text = word();
  for (let n = 1; n < length; n++) text += ` ${word()}`;
  if (random() < 0.6) text = (text[0] ?? '').toUpperCase() + text.slice(1);
  const end = random();
  if (end < 0.3) text += '.';
  else if (end < 0.45) text += '?';
  else if (end < 0.48) text += ` ${oneOf(random, EMOJI)}`;
  else if (end < 0.51) text += ` https://${word()}.example/${word()}/${Math.floor(random() * 1e5)}`;
  else if (end < 0.52) text += ` **${word()}**`;
  else if (end < 0.53) text += ` \`${word()}_${word()}\``;
  if (random() < 0.1) text += ` ${COMMON_WORD}`;
  return text;
}
