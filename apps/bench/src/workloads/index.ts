import type { Workload } from '../harness/workload.js';
import { send } from './w1-send.js';

/** All there are, in the order of the tables. */
export const workloads: readonly Workload[] = [send];
