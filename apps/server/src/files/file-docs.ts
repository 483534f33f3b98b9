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

function fileResponse(description: string, mediaType: string): ZodOpenApiResponseObject {
  return { description, content: { [mediaType]: { schema: binary } } };
}

/** The responses to a request for a file, except errors (RFC 9110, 15.3.7, 15.4.5 and 15.5.17). */
export function servedResponses(whole: string, mediaType: string): ZodOpenApiResponsesObject {
  return {
    200: fileResponse(whole, mediaType),
    206: fileResponse('The requested range of it.', mediaType),
    304: { description: 'The client has it already.' },
    416: { description: 'The requested range lies beyond its end.' },
  };
}
