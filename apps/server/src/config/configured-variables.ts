import type { ConfiguredVariable } from '@palaver/core';
import { VARIABLES, type Variable } from './variables.js';

/**
 * What admins of the service are told of each variable, in the order of docs/operations.md. `derived` has what the service has made of
 * variables that are not set. An empty variable counts as unset.
 */
export function configuredVariables(
  environment: Readonly<Record<string, string | undefined>>,
  derived: Readonly<Record<string, string>>,
): ConfiguredVariable[] {
  return Object.entries<Variable<unknown>>(VARIABLES).map(([name, { group, kind, standard }]) => {
    const given = environment[name] || null;
    const text = given ?? standard ?? derived[name] ?? null;
    return {
      name,
      group,
      isSet: given !== null,
      isSecret: kind.shown === null,
      value: text === null || kind.shown === null ? null : kind.shown(text),
    };
  });
}
