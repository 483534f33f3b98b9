import { LIMITS } from '../limits.js';
import { lastCharacter, mayStandBefore, spellingsOf } from '../names.js';
import { type Atom, isSame, type NameSpan } from './atom.js';

/** What a name shows where it can be none, as in a link. */
export function nameAsText({ type, name }: NameSpan, isInLink: boolean): string | null {
  switch (type) {
    case 'mention':
      return !isInLink && MENTION.test(name) && spellingsOf(name).length > 0 ? null : `@${name}`;
    case 'channel':
      return !isInLink && CHANNEL.test(name) ? null : `#${name}`;
    case 'emoji':
      return EMOJI.test(name) ? null : `:${name}:`;
  }
}

const MENTION = /^[A-Za-z0-9._-]+$/;
const CHANNEL = /^[\p{L}\p{N}_-]{1,64}$/u;
/** A name of dashes would underline a head of a table. */
const EMOJI = /^(?!-+$)[A-Za-z0-9_+'-]{1,64}(?:::?skin-tone-[2-6])?$/;
const TONE = /^skin-tone-[2-6]$/;

/** Names that mention, of a whole text: those beyond this many mention nobody. */
export class NameCount {
  private readonly names = new Set<string>();

  admits(name: string): boolean {
    this.names.add(name.toLowerCase());
    return this.names.size <= LIMITS.names;
  }
}

/**
 * Names that are read as names: one that could not stand directly after what is before it has a space there, and one of
 * too many is a text.
 */
export function withNames(atoms: readonly Atom[], count: NameCount): Atom[] {
  const writer = new NameWriter(count);
  for (const atom of atoms) writer.add(atom);
  return writer.atoms;
}

class NameWriter {
  readonly atoms: Atom[] = [];
  /** The last character that is shown. */
  private before = '';
  private isAfterMention: 'directly' | 'with a slash' | false = false;

  constructor(private readonly count: NameCount) {}

  add(atom: Atom): void {
    const { span } = atom;
    const last = this.atoms.at(-1);
    if ((last?.span.type === 'mention' || last?.span.type === 'channel') && !mayFollowName(last, atom))
      this.addSpace(atom, last);
    if (span.type === 'mention' || span.type === 'channel') this.addName(atom, span.type, span.name);
    else if (span.type === 'emoji') this.addEmoji(atom, span.name);
    else {
      this.atoms.push(atom);
      this.passed('text' in span ? span.text : '\n');
    }
  }

  private addName(atom: Atom, type: 'mention' | 'channel', name: string): void {
    if (!mayStandBefore(this.before) && this.isAfterMention !== 'with a slash')
      this.addSpace(atom, this.atoms.at(-1) ?? atom);
    if (type === 'mention' && !this.count.admits(name)) {
      this.addText(atom, `@${name}`);
      return;
    }
    this.atoms.push(atom);
    this.before = lastCharacter(name);
    this.isAfterMention = type === 'mention' ? 'directly' : false;
  }

  private addEmoji(atom: Atom, name: string): void {
    const last = this.atoms.at(-1);
    if (last?.span.type === 'emoji' && TONE.test(name)) {
      // Of both the parser makes one name.
      const toned = `${last.span.name}::${name}`;
      if (EMOJI.test(toned) && isSame(last, atom)) {
        this.atoms[this.atoms.length - 1] = { ...last, span: { type: 'emoji', name: toned } };
        return;
      }
      this.addSpace(atom, last);
    } else if (/[\p{N}:]/u.test(this.before)) this.addSpace(atom, last ?? atom);
    this.atoms.push(atom);
    this.passed(name);
    this.before = '';
  }

  private addText(atom: Atom, text: string): void {
    this.atoms.push({ ...atom, span: { type: 'text', text } });
    this.passed(text);
  }

  private addSpace(atom: Atom, last: Atom): void {
    const marks = new Set([...atom.marks].filter((mark) => last.marks.has(mark)));
    const target = atom.target === last.target ? atom.target : null;
    this.addText({ ...atom, marks, target }, ' ');
  }

  private passed(shown: string): void {
    this.isAfterMention = this.isAfterMention === 'directly' && shown === '/' ? 'with a slash' : false;
    this.before = lastCharacter(shown) || this.before;
  }
}

/**
 * A mark could not begin directly after a name: its low line would belong to the name, and other marks need a letter. The
 * last letter before another mark is written as an entity, so it takes two.
 */
function mayFollowName(name: Atom, { span, marks, target }: Atom): boolean {
  const begun = [...marks].filter((mark) => !name.marks.has(mark));
  if (begun.length === 0) return true;
  if (span.type === 'break') return true;
  if (target !== null) return false;
  if (span.type === 'text' && /^\s/.test(span.text)) return true;
  const isLetter = span.type === 'text' && /^[\p{L}\p{N}]./su.test(span.text);
  return begun.length === 1 && isLetter && (begun[0] === 'strong' || begun[0] === 'struck');
}
