/** Reads what people type after a slash: `docs/client.md`, Commands. */
export {
  type CommandProblem,
  type Invocation,
  type ParseCommandOptions,
  type ParsedCommand,
  parseCommand,
} from './parse-command.js';
