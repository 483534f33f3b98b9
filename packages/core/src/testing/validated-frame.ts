import { isDeepStrictEqual } from 'node:util';
import { ServiceFrame } from '../protocol/frames.js';

/**
 * Reads a frame that the service has sent, and throws for what the published schemas do not say: an unknown type, a wrong
 * value, or a field that is not declared, however deep (schemas of entities drop those, so nothing may be dropped).
 */
export function validatedFrame(text: string): ServiceFrame {
  const sent: unknown = JSON.parse(text);
  const frame = ServiceFrame.parse(sent);
  if (!isDeepStrictEqual(frame, sent)) throw new Error(`A frame has a field that is not declared: ${text}`);
  return frame;
}
