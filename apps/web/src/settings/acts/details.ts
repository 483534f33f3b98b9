import type { AdminAct } from '@palaver/client';
import type { ActTexts } from './texts.js';

/** How a language writes what the details of an act hold. */
export interface WrittenDetails {
  readonly moment: (instant: string) => string;
  readonly number: (value: number) => string;
  readonly roleName: (role: string) => string;
}

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const DAYS: ReadonlySet<string> = new Set(['retentionDays', 'retentionDaysBefore']);
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The details of an act in words. Ids tell a reader nothing, and what is false or absent needs no word. */
export function detailsOf(details: AdminAct['details'], s: ActTexts, written: WrittenDetails): string[] {
  // The database keeps them in no order that means anything; by name, `from` is before `to`.
  const sorted = Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.flatMap(([name, value]) => {
    const label = s.actDetail(name);
    // No number of days is for ever.
    if (value === null && DAYS.has(name)) return [`${label}: ∞`];
    if (value === null || value === false || value === '') return [];
    if (value === true) return [label];
    if (typeof value === 'number') return [`${label}: ${written.number(value)}`];
    if (ID.test(value)) return [];
    if (INSTANT.test(value)) return [`${label}: ${written.moment(value)}`];
    return [`${label}: ${name === 'from' || name === 'to' ? written.roleName(value) : value}`];
  });
}
