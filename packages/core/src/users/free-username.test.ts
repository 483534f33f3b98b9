import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type NamedPerson, usernameCandidates, usernameOf } from './free-username.js';
import { Username } from './schemas.js';

const NOBODY: NamedPerson = { username: null, email: null, name: null };

describe('the username of a new account', () => {
  test.each<[Partial<NamedPerson>, string]>([
    [{ username: 'alice' }, 'alice'],
    [{ username: 'Alice.Smith' }, 'Alice.Smith'],
    [{ username: 'alice@example.com' }, 'alice'],
    [{ username: '  Alice  Smith ' }, 'Alice-Smith'],
    [{ username: 'Zoë Müller' }, 'Zoe-Muller'],
    [{ username: '--alice--' }, 'alice'],
    [{ username: 'a'.repeat(80) }, 'a'.repeat(25)],
    [{ username: 'a', email: 'bob@example.com' }, 'bob'],
    [{ username: 'admin', email: 'bob@example.com' }, 'bob'],
    [{ username: '…', name: 'Bob' }, 'Bob'],
    [{ username: '\u202ealice\0' }, 'alice'],
    [{ email: 'first.last+news@example.com', name: 'Other' }, 'first.last-news'],
    [{ email: 'root@example.com' }, 'user'],
    [{ name: 'Alice Smith' }, 'Alice-Smith'],
    [{ name: '王小明' }, 'user'],
    [{}, 'user'],
  ])('%j becomes %s', (given, expected) => expect(usernameOf({ ...NOBODY, ...given })).toBe(expected));

  test('is valid, with every candidate, whatever a provider says', () => {
    const text = fc.option(fc.string({ unit: 'binary', maxLength: 60 }));
    fc.assert(
      fc.property(text, text, text, (username, email, name) => {
        const candidates = usernameCandidates({ username, email, name });
        expect(new Set(candidates).size).toBe(10);
        for (const candidate of candidates) expect(Username.safeParse(candidate).success).toBe(true);
      }),
    );
  });
});
