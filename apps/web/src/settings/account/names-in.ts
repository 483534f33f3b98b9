import type { Me } from '@palaver/client';

/** What a form changes about a person. A username and an address take a proof, so they are sent only where changed. */
export function namesIn(form: FormData, me: Pick<Me, 'username' | 'email'>) {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const [username, email] = [text('username'), text('email') || null];
  return {
    displayName: text('displayName'),
    timezone: text('timezone') || null,
    ...(username === me.username ? {} : { username }),
    ...(email === me.email ? {} : { email }),
  };
}
