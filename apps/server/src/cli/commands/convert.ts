import type { SourceSystem } from '@palaver/core';
import type { CommandContext } from '../command-context.js';

interface Source {
  readonly system: SourceSystem;
  readonly title: string;
  /** What the export is. */
  readonly of: string;
  /** What `--source` is for: an export that names its installation needs none. */
  readonly isNamed: boolean;
  readonly hasTeams: boolean;
}

/** Every system that can be converted, so that each has its command. */
const CONVERTED: { readonly [System in SourceSystem]: Source & { readonly system: System } } = {
  slack: {
    system: 'slack',
    title: "Slack's export",
    of: 'the zip from Slack',
    isNamed: true,
    hasTeams: false,
  },
  mattermost: {
    system: 'mattermost',
    title: "a team in Mattermost's bulk export",
    of: 'the zip of the bulk export, or its .jsonl file',
    isNamed: false,
    hasTeams: true,
  },
  discord: {
    system: 'discord',
    title: "DiscordChatExporter's JSON files",
    of: 'a zip of the JSON files of a server',
    isNamed: true,
    hasTeams: false,
  },
  rocketchat: {
    system: 'rocketchat',
    title: "Rocket.Chat's exports of rooms",
    of: 'a zip of the exports, as JSON',
    isNamed: false,
    hasTeams: false,
  },
  zulip: {
    system: 'zulip',
    title: "Zulip's export of an organization",
    of: 'the .tar.gz of the export, or a zip of it',
    isNamed: true,
    hasTeams: false,
  },
};

/** `convert-slack` and so on: make an archive of another system's export. */
export function addConvert(context: CommandContext): void {
  for (const source of Object.values(CONVERTED)) addOne(context, source);
}

function addOne({ program, reply }: CommandContext, source: Source): void {
  const { system } = source;
  const address = `the address of the installation, by which its people are known again${source.isNamed ? ', where the export does not name it' : ''}`;
  const command = program
    .command(`convert-${system}`)
    .description(`make an archive of ${source.title}, to be imported`)
    .argument('<export>', source.of)
    .argument('[archive]', 'where to write the archive')
    .option('--check', 'say what becomes of each line, and write nothing')
    .option('--report <file>', 'write what became of each line to this file, in JSON')
    .option('--name <name>', 'what the server is to be called')
    .addHelpText('after', '\nNothing is fetched. What becomes of each line: docs/importing.md');
  if (source.isNamed) command.option('--source <address>', address);
  else command.requiredOption('--source <address>', address);
  if (source.hasTeams) command.option('--team <name>', 'which team, where the export has several');
  command.action(async (path, archive, options: ConvertCommandOptions) => {
    const { archiveOf, convertFrom } = await import('../convert-export.js');
    const { check = false, report = null, name = null, source: installation = null, team = null } = options;
    const to = archiveOf(archive, check);
    const given = { team, serverName: name, installation, reportFile: report };
    reply(await convertFrom({ system, path, archive: to, ...given }));
  });
}

interface ConvertCommandOptions {
  readonly check?: boolean;
  readonly report?: string;
  readonly name?: string;
  readonly source?: string;
  readonly team?: string;
}
