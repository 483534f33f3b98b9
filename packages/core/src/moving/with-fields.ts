/**
 * A copy of an object with other values of some fields, for what is made of each line of an archive. It is what `{ ...object, field }`
 * makes; but V8 of Node 20 puts an object that begins with a spread where only a full collection finds it, with all that it leads to.
 * A spread that comes last is none of these.
 */
export function withFields<Value extends object>(object: Value, fields: Partial<Value>): Value {
  return Object.assign({}, object, fields);
}
