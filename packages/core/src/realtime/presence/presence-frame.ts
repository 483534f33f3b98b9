import type { TransientFrame } from '../../protocol/frames.js';
import type { Shown } from './pairs.js';

/** The frame about a user's presence. */
export function presenceFrame(userId: string, shown: Shown | null): TransientFrame {
  return { type: 'presence.updated', data: { userId, online: shown !== null, idle: shown === 'idle' } };
}
