import { isTransient } from '@palaver/db';
import { getTRPCErrorFromUnknown } from '@trpc/server';
import { AppError } from '../../kernel/errors/app-error.js';
import { publicError } from '../../kernel/errors/error-shape.js';
import { ClientFrame, type ConnectionFrame } from '../../protocol/frames.js';

/** A longer type is not one of ours, and is not sent back. */
const TYPE_MAX = 40;

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

/** The `type` of a frame that may be invalid; null for text that is no JSON object with a short `type`. */
export function frameTypeOf(text: string): string | null {
  try {
    const frame: unknown = JSON.parse(text);
    if (typeof frame !== 'object' || frame === null || !('type' in frame)) return null;
    return typeof frame.type === 'string' && frame.type.length <= TYPE_MAX ? frame.type : null;
  } catch {
    return null;
  }
}

/**
 * The `error` frame for a failure, with no more detail than clients may see. `type` is that of the frame that it answers;
 * null for none.
 */
export function errorFrame(cause: unknown, type: string | null): ConnectionFrame {
  const shown = isTransient(cause) ? new AppError('BUSY', { cause }) : getTRPCErrorFromUnknown(cause);
  const { error, code } = publicError(shown);
  return { type: 'error', data: { error, code, type } };
}
