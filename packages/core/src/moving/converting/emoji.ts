import { emojiNamed as emojiOf } from '@palaver/markup/emoji';
import { knownEmoji } from '@palaver/markup/emoji/table';
import { QUOTAS } from '../../kernel/services/quotas.js';
import type { LineReasonCode } from '../../protocol/records/line-reason.js';
import type { GivenArchiveLine } from '../archive/lines.js';
import type { Account } from './account.js';
import { EMOJI_NAME_MAX } from './bounds.js';
import type { EmojiRecord, Origin } from './records.js';
import { fileName } from './source-ids.js';

/** The emoji of a name such as `+1` or `wave::skin-tone-3`; null for one of the workspace's own. */
export function emojiNamed(given: string): string | null {
  return emojiOf(knownEmoji(), given);
}

/** The emoji that an export has made itself. */
export class OwnEmoji {
  readonly #byName = new Map<
    string,
    { readonly name: string; readonly image: EmojiRecord['image'] & { key: string } }
  >();
  readonly #names = new Set<string>();
  readonly #account: Account;

  constructor(account: Account) {
    this.#account = account;
  }

  add({ name: given, image, from }: EmojiRecord & { readonly from: Origin }): void {
    const { key } = image;
    const why = this.#whyNot(given, image);
    if (key === null || why !== null) {
      this.#account.leaveOut(from, why ?? image.missing);
      return;
    }
    const name = this.#freeName(given);
    this.#byName.set(given, { name, image: { ...image, key } });
    this.#account.take(from, name === given ? [] : ['otherEmojiName']);
  }

  /** The emoji of a name: its id in the archive and its name; null for none of these. */
  find(name: string): { readonly id: string; readonly name: string } | null {
    const found = this.#byName.get(name);
    return found ? { id: found.name, name: found.name } : null;
  }

  *lines(createdBy: string, createdAt: string): Generator<GivenArchiveLine> {
    for (const { name, image } of this.#byName.values()) {
      const file = { name: fileName(image.key), sizeBytes: image.sizeBytes };
      yield { type: 'emoji', data: { id: name, name, createdBy, createdAt, image: file } };
    }
  }

  #whyNot(name: string, { key, missing }: EmojiRecord['image']): LineReasonCode | null {
    if (key === null) return missing;
    if (this.#byName.has(name)) return 'nameBefore';
    const { most } = QUOTAS.emojiPerServer;
    return this.#names.size >= most ? 'manyEmoji' : null;
  }

  #freeName(given: string): string {
    const clean = given
      .toLowerCase()
      .replaceAll(/[^a-z0-9_]/g, '_')
      .padEnd(2, '_');
    for (let n = 1; ; n++) {
      const end = n === 1 ? '' : `_${n}`;
      const name = clean.slice(0, EMOJI_NAME_MAX - end.length) + end;
      if (this.#names.has(name)) continue;
      this.#names.add(name);
      return name;
    }
  }
}
