import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A new UUIDv7 (RFC 9562): time-ordered, and monotonic within this process. */
export function newId(): string {
  return v7();
}

/** Whether a string can be an id at all. What cannot is a 404 before it reaches the database. */
export function isId(value: string): boolean {
  return UUID.test(value);
}
