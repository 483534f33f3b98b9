import { field, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { NamedPerson, SourceRecord } from '../converting/records.js';
import type { Assets } from './assets.js';

/** As Discord shows whoever has deleted their account. */
const DELETED_ID = '456226577798135808';

export function personIn(value: Json): NamedPerson | null {
  const id = textAt(value, 'id');
  if (id === null) return null;
  return {
    id,
    name: textAt(value, 'nickname') ?? textAt(value, 'name'),
    isBot: field(value, 'isBot') === true,
  };
}

/** An export has no list of people: they are described where they write or are mentioned. */
export class Authors {
  readonly #known = new Set<string>();
  readonly #assets: Assets;

  constructor(assets: Assets) {
    this.#assets = assets;
  }

  *recordsOf(value: Json, beside: string, ref: string): Generator<SourceRecord> {
    const person = personIn(value);
    if (person === null || this.#known.has(person.id)) return;
    this.#known.add(person.id);
    const username = textAt(value, 'name') ?? person.id;
    const avatarUrl = textAt(value, 'avatarUrl');
    yield {
      type: 'person',
      from: { kind: 'person', ref },
      id: person.id,
      username,
      displayName: person.name ?? username,
      email: null,
      isBot: person.isBot,
      role: person.id === DELETED_ID ? 'gone' : 'member',
      avatar: avatarUrl === null ? null : this.#assets.file(avatarUrl, 'avatar', beside),
      channelIds: [],
    };
  }
}
