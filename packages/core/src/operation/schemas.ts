import { z } from 'zod';
import { optional } from '../kernel/schema/optional.js';
import { Email } from '../users/schemas.js';

export const TestMailInput = z
  .object({
    address: optional(Email).meta({
      description: 'Left out, the mail goes to your own address, which must be verified.',
      example: 'ops@example.com',
    }),
  })
  .prefault({});
export type TestMailInput = z.output<typeof TestMailInput>;
