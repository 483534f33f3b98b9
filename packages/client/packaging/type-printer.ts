import { z } from 'zod';
import { docComment, indented } from './text.js';

/** What is sent to the service, before its defaults; or what comes from it. */
export type Direction = 'input' | 'output';

/**
 * Prints zod schemas as TypeScript: the type that zod infers, with the descriptions as comments. A schema of an output
 * that has an `id` is printed once, as a type of that name.
 */
export class TypePrinter {
  readonly #records = new Map<string, string>();
  readonly #undocumented = new Set<string>();

  /** The named types that were printed, with their comments, by name. */
  get records(): ReadonlyMap<string, string> {
    return this.#records;
  }

  /** The fields and records without a description: `Message.content`. */
  get undocumented(): readonly string[] {
    return [...this.#undocumented].sort();
  }

  /**
   * The type of a schema. `place` names it in `undocumented`. Throws an `Error` for a kind of schema that no API uses
   * yet.
   */
  typeOf(schema: z.core.$ZodType, direction: Direction, place: string): string {
    return unionOf(this.#members(schema, direction, place));
  }

  /** A union with a line for each member. */
  variants(schema: z.core.$ZodType, direction: Direction, place: string): string {
    return this.#members(schema, direction, place)
      .map((member) => `\n${indented(`| ${member}`)}`)
      .join('');
  }

  /** The comment with a description. A `place` that has none is in `undocumented` from then on. */
  described(description: string | undefined, place: string): string {
    if (description === undefined) this.#undocumented.add(place);
    return docComment(description ?? '');
  }

  /** The type as members of a union, so that `null` in a nullable of a nullable is there once. */
  #members(schema: z.core.$ZodType, direction: Direction, place: string): string[] {
    const name = metaOf(schema).id;
    // What a request takes of a record is a type of its own, except for the choices of an enumeration.
    if (name !== undefined && (direction === 'output' || defOf(schema).type === 'enum')) {
      this.#addRecord(name, schema, direction);
      return [name];
    }
    return this.#structure(schema, direction, place);
  }

  #structure(schema: z.core.$ZodType, direction: Direction, place: string): string[] {
    const def = defOf(schema);
    const inner = (of: z.core.$ZodType, at = place) => this.#members(of, direction, at);
    switch (def.type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'unknown':
        return [def.type];
      case 'literal':
        return def.values.map(literal);
      case 'enum':
        return Object.values(def.entries).map(literal);
      case 'object':
        return [this.#object(def.shape, direction, place)];
      case 'array':
        return [arrayOf(inner(def.element))];
      case 'record':
        return [`Record<${unionOf(inner(def.keyType))}, ${unionOf(inner(def.valueType))}>`];
      case 'union':
        return def.options.flatMap((option) => inner(option, `${place}${variantOf(option)}`));
      case 'nullable':
        return [...inner(def.innerType), 'null'];
      case 'optional':
        return [...inner(def.innerType), 'undefined'];
      case 'default':
      case 'prefault':
        return direction === 'input' ? [...inner(def.innerType), 'undefined'] : inner(def.innerType);
      case 'pipe':
        // What `z.preprocess` takes has the type of the schema behind it.
        return inner(direction === 'input' && defOf(def.in).type !== 'transform' ? def.in : def.out);
      default:
        throw new Error(`${place}: no TypeScript is known for a zod ${def.type}`);
    }
  }

  #object(shape: Readonly<Record<string, z.core.$ZodType>>, direction: Direction, place: string): string {
    const fields = Object.entries(shape).filter(([, schema]) => !isForbidden(schema));
    if (fields.length === 0) return 'Record<string, never>';
    const lines = fields.map(([name, schema]) => this.#field(name, schema, direction, `${place}.${name}`));
    return `{\n${indented(lines.join('\n'))}\n}`;
  }

  #field(name: string, schema: z.core.$ZodType, direction: Direction, place: string): string {
    const comment = this.described(descriptionOf(schema), place);
    const mark = isOptional(schema, direction) ? '?' : '';
    return `${comment}${name}${mark}: ${this.typeOf(schema, direction, place)};`;
  }

  #addRecord(name: string, schema: z.core.$ZodType, direction: Direction): void {
    if (this.#records.has(name)) return;
    // It may be a part of itself.
    this.#records.set(name, '');
    const comment = this.described(descriptionOf(schema), name);
    const type = unionOf(this.#structure(schema, direction, name));
    this.#records.set(name, `${comment}export type ${name} = ${type};`);
  }
}

function defOf(schema: z.core.$ZodType) {
  // zod's union of all its schemas, which `def.type` tells apart; the base type of a schema hides it.
  return (schema as z.core.$ZodTypes)._zod.def;
}

function metaOf(schema: z.core.$ZodType): z.core.GlobalMeta {
  return z.globalRegistry.get(schema) ?? {};
}

/** The description of a schema, or of the schema that it makes optional, nullable or transformed. */
function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const own = metaOf(schema).description;
  if (own !== undefined) return own;
  const def = defOf(schema);
  if ('innerType' in def) return descriptionOf(def.innerType);
  if (def.type !== 'pipe') return undefined;
  return descriptionOf(def.in) ?? descriptionOf(def.out);
}

/** Whether a field exists only to be refused. */
function isForbidden(schema: z.core.$ZodType): boolean {
  const def = defOf(schema);
  return def.type === 'never' || ('innerType' in def && isForbidden(def.innerType));
}

function isOptional({ _zod }: z.core.$ZodType, direction: Direction): boolean {
  return (direction === 'input' ? _zod.optin : _zod.optout) !== undefined;
}

/** `:message.created` for the variant of a union with that `type`. */
function variantOf(schema: z.core.$ZodType): string {
  const def = defOf(schema);
  const type = def.type === 'object' && def.shape.type && defOf(def.shape.type);
  return type && type.type === 'literal' ? `:${type.values.join('|')}` : '';
}

function literal(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : String(value);
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function arrayOf(members: readonly string[]): string {
  const distinct = new Set(members);
  return distinct.size === 1 ? `${unionOf(members)}[]` : `(${unionOf(members)})[]`;
}

/** `undefined` and `null` come last. */
function unionOf(members: readonly string[]): string {
  const distinct = [...new Set(members)];
  const last = ['null', 'undefined'].filter((member) => distinct.includes(member));
  return [...distinct.filter((member) => !last.includes(member)), ...last].join(' | ');
}
