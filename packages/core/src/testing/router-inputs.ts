import type { AnyTRPCProcedure } from '@trpc/server';
import { z } from 'zod';
import * as core from 'zod/v4/core';
import type { Meta } from '../procedures/rest.js';
import { ClientFrame } from '../protocol/frames.js';
import { appRouter } from '../router.js';

/** What a client sends: the input of a procedure, or the data of a frame. */
export interface RouterInput {
  readonly name: string;
  readonly isMutation: boolean;
  readonly schema: core.$ZodType;
  readonly shape: Readonly<Record<string, core.$ZodType>>;
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

/** The fields that an input takes, without those that it refuses. */
export const INPUT_FIELDS: readonly InputField[] = ROUTER_INPUTS.flatMap(({ name, shape, output, meta }) =>
  Object.entries(shape)
    .filter(([, schema]) => !isRefused(schema))
    .map(([field, schema]) => ({ title: `${name} ${field}`, field, schema, output, meta })),
);

function ofProcedures(): RouterInput[] {
  // `procedures` is the router's flat index by dotted name; its type is that of the nested record.
  const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
  return Object.entries(procedures).flatMap(([name, { _def }]) =>
    _def.inputs.flatMap((schema) => {
      const shape = schema instanceof core.$ZodType ? shapeOf(schema) : null;
      if (!(schema instanceof core.$ZodType) || shape === null) return [];
      const output = 'output' in _def && _def.output instanceof core.$ZodType ? _def.output : null;
      // The core's builder takes no other meta than this.
      const meta = (_def.meta ?? {}) as Meta;
      return [{ name, isMutation: _def.type === 'mutation', schema, shape, output, meta }];
    }),
  );
}

function ofFrames(): RouterInput[] {
  return ClientFrame.options.flatMap(({ shape: { type, data } }) => {
    const shape = shapeOf(data);
    const name = `frame ${type.value}`;
    return shape === null ? [] : [{ name, isMutation: false, schema: data, shape, output: null, meta: {} }];
  });
}

/** Whether a field takes nothing (`writing()`). */
export function isRefused(schema: core.$ZodType | undefined): boolean {
  return schema instanceof core.$ZodOptional && schema._zod.def.innerType instanceof core.$ZodNever;
}

/** The fields of an object, also of one that may be left out. */
export function shapeOf(schema: core.$ZodType): RouterInput['shape'] | null {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof core.$ZodPipe) return shapeOf(schema._zod.def.in);
  const { def } = schema._zod;
  return 'innerType' in def && def.innerType instanceof core.$ZodType ? shapeOf(def.innerType) : null;
}
