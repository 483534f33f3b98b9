import type { History, Violation } from '../history.js';
import { judgeFold } from './fold.js';
import { judgeLog } from './log.js';
import { judgeOutsiders } from './outsiders.js';
import { judgeRetries } from './retries.js';
import { judgeRevocation } from './revocation.js';
import { judgeStreams } from './streams.js';
import { judgeWrites } from './writes.js';

const RULES = [judgeLog, judgeWrites, judgeRetries, judgeStreams, judgeRevocation, judgeOutsiders, judgeFold];

/** Every broken promise in a history. */
export function judge(history: History): Violation[] {
  const incidents = history.incidents.map((detail) => ({ rule: 'the service stays up', detail }));
  return [...incidents, ...RULES.flatMap((rule) => rule(history))];
}
