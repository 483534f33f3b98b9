import { type Check, fail, ok } from './check.js';

/** The oldest Node that the service runs on (`engines` of package.json). */
const OLDEST = { major: 20, minor: 19 };

/** Whether this Node can run the service. */
export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor);
  const needed = `${OLDEST.major}.${OLDEST.minor}`;
  if (isOld) return fail('Node', version, `Install Node ${needed} or newer.`);
  return ok('Node', version);
}
