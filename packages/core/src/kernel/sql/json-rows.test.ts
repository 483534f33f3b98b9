import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { expectTypeOf, test } from 'vitest';
import type { JsonInstant } from './instant.js';
import type { AsJson } from './json-rows.js';

type Message = AsJson<InferSelectModel<typeof tables.messages>>;

test('in JSON an instant is a text, also where it can be null, and other values keep their type', () => {
  expectTypeOf<Message['createdAt']>().toEqualTypeOf<JsonInstant>();
  expectTypeOf<Message['deletedAt']>().toEqualTypeOf<JsonInstant | null>();
  expectTypeOf<Message['threadId']>().toEqualTypeOf<string | null>();
  expectTypeOf<Message['replyCount']>().toEqualTypeOf<number>();
});
