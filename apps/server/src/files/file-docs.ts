import { type ZodType, z } from 'zod';
import type { ZodOpenApiRequestBodyObject, ZodOpenApiResponseObject } from 'zod-openapi';

const binary = { type: 'string', format: 'binary' } as const;

/** A multipart body with the field `file`, once or up to `most` times. */
export function filesBody(
  description: string,
  most: number,
  contentType: string,
): ZodOpenApiRequestBodyObject {
  const file = most === 1 ? binary : ({ type: 'array', items: binary, minItems: 1, maxItems: most } as const);
  return {
    required: true,
    description,
    content: {
      'multipart/form-data': {
        schema: { type: 'object', required: ['file'], properties: { file } },
        encoding: { file: { contentType } },
      },
    },
  };
}

/** An answer `{data: …}`. */
export function dataResponse(description: string, data: ZodType): ZodOpenApiResponseObject {
  return { description, content: { 'application/json': { schema: z.object({ data }) } } };
}

/** An answer that is a file of one of these types. */
export function fileResponse(description: string, ...types: string[]): ZodOpenApiResponseObject {
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema: binary }])) };
}
