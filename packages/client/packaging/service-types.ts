import { type AppRouter, ClientFrame, ConnectionFrame, ERRORS, Event, TransientFrame } from '@palaver/core';
import type { z } from 'zod';
import { procedureTypes } from './procedures.js';
import { docComment } from './text.js';
import { type Direction, TypePrinter } from './type-printer.js';

/** The text of the module, and what it contains. */
export interface ServiceTypes {
  readonly text: string;
  /** The names of its records. */
  readonly records: readonly string[];
  /** The fields, records and procedures without a description: `Message.content`. */
  readonly undocumented: readonly string[];
}

/**
 * The declarations that the packed client has in the place of `src/service.ts`: the same types, written out, without the
 * service's context and without zod.
 */
export function serviceTypes(router: AppRouter): ServiceTypes {
  const printer = new TypePrinter();
  const procedures = procedureTypes(router, printer);
  const frames = frameTypes(printer);
  const records = [...printer.records].sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = [
    IMPORTS,
    ERROR_TYPES,
    ...records.map(([, declaration]) => declaration),
    ...frames,
    PROCEDURE_KINDS,
    `${docComment(ROUTER)}export type AppRouter = TRPCBuiltRouter<Root, ${procedures}>;`,
  ];
  return {
    text: `${parts.join('\n\n')}\n`,
    records: records.map(([name]) => name),
    undocumented: printer.undocumented,
  };
}

function frameTypes(printer: TypePrinter): string[] {
  const declare = (name: string, comment: string, schema: z.core.$ZodType, direction: Direction) =>
    `${docComment(comment)}export type ${name} =${printer.variants(schema, direction, name)};`;
  return [
    declare('GivenClientFrame', 'What a client may send.', ClientFrame, 'input'),
    declare('ConnectionFrame', 'About the connection itself.', ConnectionFrame, 'output'),
    declare('TransientFrame', 'Sent but not stored: these have no `seq`.', TransientFrame, 'output'),
    declare('Event', 'Every event of the log.', Event, 'output'),
    STREAM_FRAMES,
  ];
}

const IMPORTS = `// The types of @trpc/server name Disposable, which the \`lib\` of a project may lack.
/// <reference lib="esnext.disposable" />
import type {
  TRPC_ERROR_CODE_KEY,
  TRPC_ERROR_CODE_NUMBER,
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server';`;

const STATUSES = [...new Set(Object.values(ERRORS).map(([status]) => status))].sort((a, b) => a - b);

const ERROR_TYPES = `/** One invalid field of a request. */
export interface Issue {
  /** Where it is: \`members.0.id\`. */
  path: string;
  /** What is wrong with it. */
  message: string;
}

/** Every code of an error of the service. */
export type ErrorCode =
${Object.keys(ERRORS)
  .map((code) => `  | '${code}'`)
  .join('\n')};

type Root = {
  ctx: object;
  meta: object;
  errorShape: {
    /** A sentence for people. */
    message: string;
    /** The number that tRPC gives to this kind of error. */
    code: TRPC_ERROR_CODE_NUMBER;
    data: {
      /** The name that tRPC gives to this kind of error. */
      code: TRPC_ERROR_CODE_KEY;
      /** The status of the HTTP answer. */
      httpStatus: ${STATUSES.join(' | ')};
      /** The procedure: \`messages.send\`. */
      path?: string;
      /** What went wrong, for programs. */
      errorCode: ErrorCode;
      /** The invalid fields of an \`INVALID_INPUT\`. */
      issues?: Issue[];
    };
  };
  transformer: false;
};`;

const STREAM_FRAMES = `/** Everything the service sends. */
export type ServiceFrame = ConnectionFrame | TransientFrame | Event;

/** The frames of a subscription: the events of its streams, and the frames about the streams themselves. */
export type StreamFrame =
  | Event
  | TransientFrame
  | Extract<ConnectionFrame, { type: 'subscribed' | 'resync' }>;`;

const PROCEDURE_KINDS = `type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: object }>;
type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: object }>;
type Subscription<Input, Output> = TRPCSubscriptionProcedure<{
  input: Input;
  output: AsyncIterable<
    {
      /** The positions in all streams of the subscription, to go on from. */
      id: string;
      /** The event, or the frame about a stream. */
      data: Output;
    },
    void,
    unknown
  >;
  meta: object;
}>;

interface NamedBlob extends Blob {
  /** The name of the file. The service does not keep it. */
  readonly name: string;
}

/** The bytes of a file. */
type Octets = Blob | Uint8Array | NamedBlob;`;

const ROUTER = 'The procedures of the service, for tRPC: `createTRPCOptionsProxy<AppRouter>`.';
