import { isDeepStrictEqual } from 'node:util';
import { ServiceFrame } from '../protocol/frames.js';

/**
 * Parses a frame of the service by the published schemas. Throws for an unknown type, a wrong value, and an undeclared
 * field at any depth: schemas of records drop undeclared fields, so the result must equal what was sent.
 */
export function validatedFrame(text: string): ServiceFrame {
  const sent: unknown = JSON.parse(text);
  const frame = ServiceFrame.parse(sent);
  if (!isDeepStrictEqual(frame, sent)) throw new Error(`A frame has a field that is not declared: ${text}`);
  return frame;
}
