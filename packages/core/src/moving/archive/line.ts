import { z } from 'zod';
import { ExternalIdInput, MetadataInput } from '../../kernel/schema/metadata.js';

/** Fields that the lines of several things have. */
export const externalId = ExternalIdInput.nullable().default(null);
export const metadata = MetadataInput.nullable().default(null);

/** A line of a type, which has these fields and no others. */
export const line = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), data: z.strictObject(shape) });
