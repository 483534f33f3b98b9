import {
  arrayLiteral,
  joinJsonTexts,
  jsonTexts,
  plainArrayLiteral,
  type StatementParameter,
} from './statement.js';

/** `json`: texts, which the statement does not read. */
type Type = 'uuid' | 'bigint' | 'timestamptz' | 'boolean' | 'text' | 'json';

/** A column of rows that a statement is given: its name, its type, and its value for an item. */
export type Column<Item> = readonly [
  name: string,
  type: Type,
  valueOf: (item: Item) => string | number | null,
];

/** How rows reach a statement, each column in a parameter: any number of rows in arrays, or one row in values. */
export interface RowForm {
  /** SQL for a relation of columns of these types, which takes the parameters from `first` on. */
  from(types: readonly Type[], first: number): string;
  parameter(type: Type, values: ReadonlyArray<string | number | null>): StatementParameter;
}

export const MANY_ROWS: RowForm = {
  from: (types, first) => {
    const column = (type: Type, n: number) =>
      type === 'json' ? jsonTexts(`$${n}`) : `$${n}::text::${type}[]`;
    return `unnest(${types.map((type, index) => column(type, first + index)).join(', ')})`;
  },
  parameter: (type, values) => {
    if (type === 'json') return joinJsonTexts(values.map(String));
    return type === 'text' ? arrayLiteral(values.map(textOf)) : plainArrayLiteral(values);
  },
};

/** One row is not parsed from arrays, and Postgres plans for one. */
export const ONE_ROW: RowForm = {
  from: (types, first) =>
    `(values (${types.map((type, index) => `$${first + index}::${type === 'json' ? 'text' : type}`).join(', ')}))`,
  parameter: (_type, [value = null]) => textOf(value),
};

function textOf(value: string | number | null): string | null {
  return value === null ? null : String(value);
}

/** Rows of a batch that a statement is given. */
export interface Relation<Batch> {
  readonly width: number;
  /** SQL for the rows, as `name`, with the names of their columns. */
  from(name: string, first: number, form: RowForm): string;
  parameters(batch: Batch, form: RowForm): StatementParameter[];
}

export function relation<Batch, Item>(
  itemsOf: (batch: Batch) => readonly Item[],
  columns: ReadonlyArray<Column<Item>>,
): Relation<Batch> {
  const types = columns.map(([, type]) => type);
  const names = columns.map(([name]) => name).join(', ');
  return {
    width: columns.length,
    from: (name, first, form) => `${form.from(types, first)} ${name} (${names})`,
    parameters: (batch, form) => {
      const items = itemsOf(batch);
      return columns.map(([, type, of]) => form.parameter(type, items.map(of)));
    },
  };
}
