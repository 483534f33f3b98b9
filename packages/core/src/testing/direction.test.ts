import { expect, test } from 'vitest';
import * as core from 'zod/v4/core';
import { INPUT_FIELDS } from './router-inputs.js';

/** Ids, secrets, and what is only looked for: nobody else is shown any of them. */
const NOT_SHOWN =
  /(?:Id|[cC]ode|[pP]assword|[tT]oken|Secret)$|^(?:q|query|username|email|provider|redirectTo|state|iss|error|nonce|url)$/;
const LOOKED_UP = ['interactions.invoke name', 'messages.unreact emoji', 'messages.reactors emoji'];

test('no input but the text of a message takes what turns around the text that stands after it', () => {
  const taking = INPUT_FIELDS.filter(
    ({ field, schema }) => !NOT_SHOWN.test(field) && core.safeParse(schema, 'a\u202eb').success,
  );
  const shown = taking.filter(({ title }) => !LOOKED_UP.includes(title));
  expect(new Set(shown.map(({ field }) => field))).toEqual(new Set(['content']));
});
