/** An operation of the OpenAPI document, as far as a call of it needs. The page carries one for each operation. */
export interface Operation {
  /** The operationId, which is the name of the procedure where there is one: `channels.create`. */
  readonly id: string;
  readonly method: string;
  /** With its parameters in braces: `/api/servers/{serverID}/channels`. */
  readonly path: string;
  /** The names of the path's parameters, in order. */
  readonly pathParameters: readonly string[];
  readonly body: OperationBody | null;
  readonly signedIn: boolean;
  /** How `@palaver/client` calls it; null for what is no procedure. */
  readonly procedure: 'query' | 'mutation' | null;
  /** What a success is: `{data}`, other JSON, or a file or a page. */
  readonly answer: 'data' | 'json' | 'bytes';
}

/** JSON with the example of the document, or a form with one file field. */
export type OperationBody =
  | { readonly kind: 'json'; readonly example: Json }
  | { readonly kind: 'file'; readonly field: string };

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
