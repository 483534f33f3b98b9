import { type ZodType, z } from 'zod';
import type {
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';

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

/** The response `{data: …}`. */
export function dataResponse(description: string, data: ZodType): ZodOpenApiResponseObject {
  return { description, content: { 'application/json': { schema: z.object({ data }) } } };
}

/** The headers that ask for a part of a file, or for a newer one than the client has (RFC 9110, 13.1.2, 13.1.5, 14.2). */
export const FILE_REQUEST_HEADERS = z.object({
  Range: z.string().optional().meta({ description: 'One range of bytes.', example: 'bytes=0-1023' }),
  'If-Range': z.string().optional().meta({ description: 'The `ETag` that the range belongs to.' }),
  'If-None-Match': z.string().optional().meta({ description: 'The `ETag` of the file that you have.' }),
});

const text = { type: 'string' } as const;
const validators = {
  ETag: { description: 'Names this content of the file.', schema: text, example: '"019a7c1e"' },
  'Cache-Control': { description: 'How long a cache may keep it.', schema: text },
};
const contents = {
  ...validators,
  'Accept-Ranges': { schema: { type: 'string', const: 'bytes' } },
  'Content-Length': { schema: { type: 'integer' } },
} as const;
const disposition = {
  'Content-Disposition': {
    description: 'The name of the file, and whether a browser may show it (RFC 6266).',
    schema: text,
    example: 'attachment; filename="plan.pdf"',
  },
};
const contentRange = { 'Content-Range': { description: 'Which bytes of how many.', schema: text } };

/** The responses to a request for a file, except errors (RFC 9110, 15.3.7, 15.4.5 and 15.5.17). */
export function servedResponses(
  whole: string,
  mediaType: string,
  { named }: { readonly named: boolean },
): ZodOpenApiResponsesObject {
  const headers = { ...contents, ...(named ? disposition : {}) };
  const content = { [mediaType]: { schema: binary } };
  return {
    200: { description: whole, headers, content },
    206: { description: 'The requested range of it.', headers: { ...headers, ...contentRange }, content },
    304: { description: 'The client has it already.', headers: validators },
    416: { description: 'The requested range lies beyond its end.', headers: contentRange },
  };
}
