// Preloaded into a process: gives it thirty times as long for what it gives up after seconds, such as a stop, on a machine that
// is busy with other things. A test of what depends on such a time sets `NODE_OPTIONS` to nothing.
import { promisify } from 'node:util';

const { setTimeout } = globalThis;
const isDeadline = (ms) => ms >= 5_000 && ms <= 60_000;

globalThis.setTimeout = Object.assign(
  (callback, ms, ...given) => setTimeout(callback, isDeadline(ms) ? 30 * ms : ms, ...given),
  { [promisify.custom]: setTimeout[promisify.custom] },
);
