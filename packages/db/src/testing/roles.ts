import { randomUUID } from 'node:crypto';
import { connectionUrl, type DatabaseConnection, withDatabase } from '../connection.js';
import { administer } from './server.js';

/** A role without any right of its own, for one test. */
export interface TestRole {
  readonly name: string;
  /** The same database for this role. */
  readonly url: string;
  /** Runs statements as a superuser, in this database or in another one of the server. */
  administer(statements: string, database?: string): Promise<void>;
  /** Takes its rights in this database back and removes it. */
  drop(): Promise<void>;
}

const PASSWORD = 'role-password';

/**
 * Creates a role on the server of a test database. The superuser of our own server is `postgres` and has the password of our
 * role; the role in `TEST_DATABASE_URL` must be one itself.
 */
export async function createTestRole(database: DatabaseConnection): Promise<TestRole> {
  const name = `role_${randomUUID().slice(0, 8)}`;
  const superuser = process.env.TEST_DATABASE_URL
    ? connectionUrl(database)
    : withCredentials(database, 'postgres');
  const run: TestRole['administer'] = (statements, other) =>
    administer(
      other === undefined ? { url: superuser } : withDatabase({ url: superuser }, other),
      statements,
    );
  await run(`CREATE ROLE ${name} LOGIN PASSWORD '${PASSWORD}'`);
  return {
    name,
    url: withCredentials(database, name, PASSWORD),
    administer: run,
    drop: () => run(`DROP OWNED BY ${name}; DROP ROLE ${name}`),
  };
}

function withCredentials(database: DatabaseConnection, user: string, password?: string): string {
  const url = new URL(connectionUrl(database));
  url.username = user;
  if (password !== undefined) url.password = password;
  return url.href;
}
