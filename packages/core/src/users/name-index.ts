import { type Database, statement, type Transaction, tables } from '@palaver/db';
import type { WorkSource } from '../kernel/concurrency/background-work.js';
import { tryLock } from '../kernel/sql/try-lock.js';
import { fold } from '../kernel/text/fold.js';

const { INDEXED_FORM } = tables;

/** Stands before each name, and before each word of it. No name has either character. */
const NAME = '\n';
const WORD = '\u0001';
const WORD_START = new RegExp(`${WORD}.`, 'gu');
const PART = 3;
const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** Scripts that write no spaces between words: each character begins one. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** Accounts of one transaction. */
const BATCH = 200;

interface Names {
  readonly username: string;
  readonly displayName: string;
}

/** What somebody looks for: the text as names have it, and the parts that each name has in which it is found. */
export interface NamePart {
  readonly text: string;
  readonly parts: readonly string[];
  /** Too short to be found but at the beginning of a word. */
  readonly isShort: boolean;
}

/** The columns by which an account is found. Whoever writes its names writes them as well. */
export function indexOfNames({ username, displayName }: Names) {
  const names = [...new Set([fold(username), fold(displayName)])];
  const foundAs = names.map((name) => NAME + markWords(name)).join('');
  const nameParts = [...new Set([...partsOf(foundAs), ...wordStarts(foundAs)])];
  return { foundAs, nameParts, foundForm: INDEXED_FORM };
}

/** The columns that a change of an account changes with its names; none where they stay. */
export function changedIndex(
  before: Names,
  changes: Partial<Names>,
): Partial<ReturnType<typeof indexOfNames>> {
  const { username = before.username, displayName = before.displayName } = changes;
  if (username === before.username && displayName === before.displayName) return {};
  return indexOfNames({ username, displayName });
}

/**
 * What is looked for. Less than three characters are found at the beginning of a word alone, as they are in too many
 * names.
 */
export function namePartOf(query: string): NamePart {
  const marked = markWords(fold(query.trim()));
  const text = marked.startsWith(WORD) ? marked.slice(WORD.length) : marked;
  const isShort = Array.from(text).length < PART;
  return { text, parts: isShort ? [WORD + text] : partsOf(text), isShort };
}

/** How well an account is found: 0 where a name begins with the text, 1 where a word does, 2 for any part; as SQL. */
export function nameRank(foundAs: string, text: string): string {
  return `case
    when position(E'\\n\\x01' || ${text} in ${foundAs}) > 0 or position(E'\\n' || ${text} in ${foundAs}) > 0 then 0
    when position(E'\\x01' || ${text} in ${foundAs}) > 0 then 1 else 2 end`;
}

/** Whether a text, short or not, is found in the names of an account, as SQL. */
export function isNamed(foundAs: string, text: string, isShort: boolean): string {
  return `position(${isShort ? "E'\\x01' || " : ''}${text} in ${foundAs}) > 0`;
}

function markWords(name: string): string {
  let marked = '';
  let before = '';
  for (const character of name) {
    const begins = LETTER.test(character) && (!LETTER.test(before) || DENSE.test(character));
    marked += begins ? WORD + character : character;
    before = character;
  }
  return marked;
}

function partsOf(text: string): string[] {
  const characters = Array.from(text);
  const last = characters.length - PART;
  return Array.from({ length: Math.max(last + 1, 0) }, (_, at) => characters.slice(at, at + PART).join(''));
}

/** The first character of each word with its mark; the first two of them are among the other parts. */
function wordStarts(text: string): string[] {
  return Array.from(text.matchAll(WORD_START), ([start]) => start);
}

const next = statement<Names & { id: string }>(`
  select id, username, display_name as "displayName" from users
  where found_form < ${INDEXED_FORM} and deleted_at is null order by id limit ${BATCH} for no key update skip locked`);
const write = statement(`
  update users set found_as = given.found_as, name_parts = array(select jsonb_array_elements_text(given.parts)),
    found_form = ${INDEXED_FORM}
  from jsonb_to_recordset($1::text::jsonb) given (id uuid, found_as text, parts jsonb) where users.id = given.id`);

/** Indexes the names of accounts that are not yet, and anew those that an older release has indexed. */
export function nameIndexing(db: Database): WorkSource {
  return () => db.transaction(indexSome);
}

async function indexSome(tx: Transaction): Promise<boolean> {
  if (!(await tryLock(tx, 'name-index'))) return false;
  const found = await next(tx, []);
  if (found.length === 0) return false;
  const rows = found.map((names) => {
    const { foundAs, nameParts } = indexOfNames(names);
    return { id: names.id, found_as: foundAs, parts: nameParts };
  });
  await write(tx, [JSON.stringify(rows)]);
  return true;
}
