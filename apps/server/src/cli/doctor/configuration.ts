import { type Config, ConfigError, readConfig } from '../../config/config.js';
import { type Check, fail, ok } from '../../doctor/check.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Checks every variable. The configuration is what the rest of the checks use: with the defaults in place of the values that
 * are not valid.
 */
export function checkConfiguration(env: Environment): { checks: Check[]; config: Config } {
  try {
    return { checks: [ok('Configuration', 'all variables are valid')], config: readConfig(env) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.message.split('\n');
    const names = new Set(problems.map((line) => line.slice(0, line.indexOf(':'))));
    const valid = Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));
    const checks = problems.map((line) =>
      fail('Configuration', line, 'Correct the variable, or unset it for its default (docs/operations.md).'),
    );
    return { checks, config: readConfig(valid) };
  }
}
