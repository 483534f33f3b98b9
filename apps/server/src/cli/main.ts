import { keepCompiledCode } from '../compile-cache.js';

// A Postgres that a command has started is a child in a session of its own, and is stopped when this process exits: a
// signal must therefore end the process by `exit`. 130 is what a shell reports for a program that Ctrl-C has ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

keepCompiledCode();
const { runCommand } = await import('./run-command.js');
process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});
