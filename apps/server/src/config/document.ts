import { GROUPS, VARIABLES, type Variable } from './variables.js';

/** The section of docs/operations.md that lists the variables, in Markdown. */
export function configurationTables(): string {
  const rows = Object.entries<Variable<unknown>>(VARIABLES);
  const tables = GROUPS.map((group) =>
    [
      `### ${group}`,
      '',
      '| variable | default | allowed | meaning |',
      '| --- | --- | --- | --- |',
      ...rows.filter(([, row]) => row.group === group).map(([name, row]) => tableRow(name, row)),
    ].join('\n'),
  );
  return `${tables.join('\n\n')}\n`;
}

function tableRow(name: string, { standard, kind, meaning }: Variable<unknown>): string {
  return `| \`${name}\` | ${shown(standard)} | ${kind.allowed} | ${meaning} |`;
}

function shown(standard: string | null): string {
  if (standard === null) return 'unset';
  return standard === '' ? 'empty' : `\`${standard}\``;
}
