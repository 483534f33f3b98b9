import type { ProcessFault } from './nemesis/process-faults.js';
import type { Property } from './verify/violation.js';

/** A run in which something is broken on purpose: the verification must find it. */
export interface NegativeControl {
  readonly name: 'early-acknowledgement' | 'no-keys' | 'no-cursors' | 'lost-files' | 'separate-databases';
  /** The property that must be found violated. */
  readonly violates: Property;
  /** The process faults that expose the defect. */
  readonly faults: readonly ProcessFault[];
  /** How many nodes its test runs. */
  readonly nodes: number;
  /** How long the workload of its test runs. */
  readonly seconds: number;
}

export const NEGATIVE_CONTROLS: readonly NegativeControl[] = [
  // Postgres acknowledges commits before it has written them.
  {
    name: 'early-acknowledgement',
    violates: 'no acknowledged write is lost',
    faults: ['all of Postgres killed'],
    nodes: 1,
    seconds: 8,
  },
  // Clients retry without the idempotency key.
  {
    name: 'no-keys',
    violates: 'no write is applied twice',
    faults: ['service killed'],
    nodes: 1,
    seconds: 8,
  },
  // Subscribers resume without cursors.
  {
    name: 'no-cursors',
    violates: 'no event is missing',
    faults: ['service killed'],
    nodes: 1,
    seconds: 8,
  },
  // The files of attachments are removed, and their rows stand.
  {
    name: 'lost-files',
    violates: 'every attachment downloads as it was uploaded',
    faults: [],
    nodes: 1,
    seconds: 4,
  },
  // The second node has a copy of the database.
  {
    name: 'separate-databases',
    violates: 'no acknowledged write is lost',
    faults: [],
    nodes: 2,
    seconds: 4,
  },
];
