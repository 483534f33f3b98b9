import type { AnyTRPCProcedure } from '@trpc/server';
import { z } from 'zod';
import * as core from 'zod/v4/core';
import { refusedBy } from '../kernel/schema/writing.js';
import type { Meta } from '../procedures/rest.js';
import { ClientFrame } from '../protocol/frames.js';
import { appRouter } from '../router.js';

/** What a client sends: the input of a procedure, or the data of a frame. */
export interface RouterInput {
  readonly name: string;
  readonly isMutation: boolean;
  readonly schema: core.$ZodType;
  readonly shape: Readonly<Record<string, core.$ZodType>>;
  /** The fields of the record that it refuses (`writing()`). */
  readonly refused: ReadonlySet<string>;
  /** The schema of the answer; null for a frame and a subscription. */
  readonly output: core.$ZodType | null;
  readonly meta: Meta;
}

/** One field of an input. */
export interface InputField extends Pick<RouterInput, 'output' | 'meta'> {
  /** `channels.update topic`. */
  readonly title: string;
  readonly field: string;
  readonly schema: core.$ZodType;
}

/** Every input that is an object: those of the router's procedures, and the data of each frame. */
export const ROUTER_INPUTS: readonly RouterInput[] = [...ofProcedures(), ...ofFrames()];

/** The fields that an input takes. */
export const INPUT_FIELDS: readonly InputField[] = ROUTER_INPUTS.flatMap(({ name, shape, output, meta }) =>
  Object.entries(shape).map(([field, schema]) => ({
    title: `${name} ${field}`,
    field,
    schema,
    output,
    meta,
  })),
);

function ofProcedures(): RouterInput[] {
  // `procedures` is the router's flat index by dotted name; its type is that of the nested record.
  const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
  return Object.entries(procedures).flatMap(([name, { _def }]) =>
    _def.inputs.flatMap((schema) => {
      const object = schema instanceof core.$ZodType ? objectOf(schema) : null;
      if (!(schema instanceof core.$ZodType) || object === null) return [];
      const output = 'output' in _def && _def.output instanceof core.$ZodType ? _def.output : null;
      // The core's builder takes no other meta than this.
      const meta = (_def.meta ?? {}) as Meta;
      return [{ name, isMutation: _def.type === 'mutation', schema, ...fieldsOf(object), output, meta }];
    }),
  );
}

function ofFrames(): RouterInput[] {
  return ClientFrame.options.flatMap(({ shape: { type, data } }) => {
    const object = objectOf(data);
    const name = `frame ${type.value}`;
    if (object === null) return [];
    return [{ name, isMutation: false, schema: data, ...fieldsOf(object), output: null, meta: {} }];
  });
}

function fieldsOf(object: z.ZodObject): Pick<RouterInput, 'shape' | 'refused'> {
  return { shape: object.shape, refused: refusedBy(object) };
}

/** The fields of an object, also of one that may be left out. */
export function shapeOf(schema: core.$ZodType): RouterInput['shape'] | null {
  return objectOf(schema)?.shape ?? null;
}

function objectOf(schema: core.$ZodType): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof core.$ZodPipe) return objectOf(schema._zod.def.in);
  const { def } = schema._zod;
  return 'innerType' in def && def.innerType instanceof core.$ZodType ? objectOf(def.innerType) : null;
}
