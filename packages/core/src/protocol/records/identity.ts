import { z } from 'zod';
import { Instant } from '../primitives.js';

const name = z.string().meta({ description: 'The name of the provider.', example: 'google' });
const label = z.string().meta({ description: 'What people call it.', example: 'Google' });

/** A provider that people sign in with here. */
export const Provider = z
  .object({ name, label })
  .meta({ id: 'Provider', description: 'A provider that people sign in with here.' });
export type Provider = z.output<typeof Provider>;

/** An account that a person has at a provider, and signs in with. */
export const Identity = z
  .object({
    provider: name,
    label,
    linkedAt: Instant,
    lastUsedAt: Instant.meta({ description: 'The last sign-in with it.' }),
  })
  .meta({ id: 'Identity', description: 'An account at a provider that signs in to yours.' });
export type Identity = z.output<typeof Identity>;
