import {
  arrayLiteral,
  joinJsonTexts,
  jsonTexts,
  plainArrayLiteral,
  type StatementParameter,
} from '@palaver/db';

type Type = 'uuid' | 'bigint' | 'timestamptz' | 'text' | 'json';

/** The number of a parameter, and the type of the column that it holds. `json`: texts, which the statement does not read. */
export type Column = readonly [parameter: number, type: Type];

/** How rows reach a statement. */
export interface RowForm {
  /** SQL for a relation of these columns. */
  from(...columns: readonly Column[]): string;
  /** The parameter of a column of ids, numbers or instants. */
  plain(items: ReadonlyArray<string | number | null>): StatementParameter;
  texts(items: ReadonlyArray<string | null>): StatementParameter;
  jsons(items: readonly string[]): StatementParameter;
}

/** Any number of rows, each column an array. */
export const MANY_ROWS: RowForm = {
  from: (...columns) =>
    `unnest(${columns.map(([n, type]) => (type === 'json' ? jsonTexts(`$${n}`) : `$${n}::text::${type}[]`)).join(', ')})`,
  plain: plainArrayLiteral,
  texts: arrayLiteral,
  jsons: joinJsonTexts,
};

/** One row, each column a value: it is not parsed from an array, and Postgres plans for one. */
export const ONE_ROW: RowForm = {
  from: (...columns) =>
    `(values (${columns.map(([n, type]) => `$${n}::${type === 'json' ? 'text' : type}`).join(', ')}))`,
  plain: ([item]) => (typeof item === 'number' ? String(item) : (item ?? null)),
  texts: ([item]) => item ?? null,
  jsons: ([item]) => item ?? null,
};
