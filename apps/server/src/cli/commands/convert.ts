import type { CommandContext } from '../command-context.js';

/** `convert-slack` and `convert-mattermost`: make an archive of another system's export. */
export function addConvert({ program, reply }: CommandContext): void {
  program
    .command('convert-slack')
    .description("make an archive of Slack's export, to be imported")
    .argument('<export>', 'the zip from Slack')
    .argument('<archive>', 'where to write the archive')
    .option('--name <name>', 'what the server is to be called', 'Slack')
    .addHelpText('after', '\nNothing is fetched from Slack. What is left out is counted: docs/importing.md')
    .action(async (source, archive, { name }) => {
      const { convertSlackExport } = await import('../convert-export.js');
      reply(await convertSlackExport(source, archive, name));
    });
  program
    .command('convert-mattermost')
    .description("make an archive of a team in Mattermost's bulk export, to be imported")
    .argument('<export>', 'the zip of the bulk export, or its .jsonl file')
    .argument('<archive>', 'where to write the archive')
    .requiredOption('--source <address>', 'the address of the installation: its people are known again by it')
    .option('--team <name>', 'which team, where the export has several')
    .addHelpText('after', '\nWhat is left out is counted: docs/importing.md')
    .action(async (source, archive, { team, source: installation }) => {
      const { convertMattermostExport } = await import('../convert-export.js');
      reply(await convertMattermostExport(source, archive, { team: team ?? null, installation }));
    });
}
