import { getTRPCErrorFromUnknown } from '@trpc/server';
import { AppError } from '../kernel/errors/app-error.js';
import { publicError } from '../kernel/errors/error-shape.js';
import { isTransient } from '../kernel/errors/transient.js';
import { ClientFrame, type ConnectionFrame } from '../protocol/frames.js';

/** Parses a client's frame. Throws `MALFORMED_REQUEST` for text that is no JSON, `INVALID_INPUT` for an invalid frame. */
export function parseClientFrame(text: string): ClientFrame {
  const parsed = ClientFrame.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.map(String).join('.') || 'type';
  const what = (issue?.message ?? 'unknown').slice(0, 200);
  throw new AppError('INVALID_INPUT', { message: `The frame is not valid: ${where.slice(0, 80)}: ${what}.` });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('MALFORMED_REQUEST', { message: 'A frame is a JSON object {"type", "data"}.' });
  }
}

/** The `error` frame for a failure, with no more detail than clients may see. */
export function errorFrame(cause: unknown): ConnectionFrame {
  const shown = isTransient(cause) ? new AppError('BUSY', { cause }) : getTRPCErrorFromUnknown(cause);
  const { error, code } = publicError(shown);
  return { type: 'error', data: { error, code } };
}
