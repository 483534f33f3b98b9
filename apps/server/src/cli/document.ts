import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** The table of all commands in docs/operations.md, in Markdown. */
export function commandTable(program: CommandUnknownOpts): string {
  const rows = program.commands.flatMap((command) => rowsOf(command, ''));
  return ['| command | what it does |', '| --- | --- |', ...rows].join('\n');
}

/** A command with commands below it has no row of its own. */
function rowsOf(command: CommandUnknownOpts, before: string): string[] {
  const name = `${before}${command.name()}`;
  if (command.commands.length > 0) return command.commands.flatMap((below) => rowsOf(below, `${name} `));
  const inputs = command.registeredArguments.map((input) => {
    const word = input.name().toUpperCase();
    return input.required ? ` ${word}` : ` [${word}]`;
  });
  return [`| \`${name}${inputs.join('')}\` | ${command.description()} |`];
}
