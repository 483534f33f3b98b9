import { z } from 'zod';
import { Provider } from './identity.js';

/** What a page needs to know before anybody has signed in. */
export const AuthOptions = z
  .object({
    registration: z.enum(['open', 'invite', 'closed']).meta({
      description: 'Who may register: everybody, who has an invite to a server, or nobody.',
    }),
    awaitsAdmin: z.boolean().meta({
      description:
        'Whether the service has no admin yet. Who registers with the setup code of its start becomes the first one.',
    }),
    sendsMail: z.boolean().meta({
      description: 'Whether the service sends mails, such as the one with a link to a new password.',
    }),
    providers: z.array(Provider).meta({ description: 'The providers that people sign in with here.' }),
  })
  .meta({ id: 'AuthOptions', description: 'How people get an account here, and sign in to it.' });
export type AuthOptions = z.output<typeof AuthOptions>;
