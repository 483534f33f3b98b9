import { type CommandContext, createBareProgram, type Program } from './command-context.js';
import { addAuditLog } from './commands/audit-log.js';
import { addBackup } from './commands/backup.js';
import { addConvert } from './commands/convert.js';
import { addDoctor } from './commands/doctor.js';
import { addErasures } from './commands/erasures.js';
import { addHolds } from './commands/holds.js';
import { addKeys } from './commands/keys.js';
import { addMail } from './commands/mail.js';
import { addMigrate } from './commands/migrate.js';
import { addExportServer, addImportServer, addImports } from './commands/moving.js';
import { addResetSecretKey } from './commands/reset-secret-key.js';
import { addRestore } from './commands/restore.js';
import { addServers } from './commands/servers.js';
import { addSessions } from './commands/sessions.js';
import { addSkipPositions } from './commands/skip-positions.js';
import { addUsers } from './commands/users.js';
import { addVersion } from './commands/version.js';
import type { Terminal } from './terminal.js';

/** All commands. What a command does is loaded when it runs, so that its explanation comes at once. */
export function createProgram(terminal: Terminal, json: boolean, reply: CommandContext['reply']): Program {
  const program = createBareProgram(terminal, json);
  const context: CommandContext = { program, terminal, reply };
  addVersion(context);
  addMigrate(context);
  addDoctor(context);
  addUsers(context);
  addServers(context);
  addSessions(context);
  addKeys(context);
  addMail(context);
  addExportServer(context);
  addImportServer(context);
  addImports(context);
  addHolds(context);
  addAuditLog(context);
  addBackup(context);
  addRestore(context);
  addConvert(context);
  addErasures(context);
  addSkipPositions(context);
  addResetSecretKey(context);
  return program;
}
