// Fails when the tables in packages/db/src/schema differ from what the migrations make: drizzle-kit generates into a copy
// of the migrations, and nothing new may be there.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const db = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/db');
// Inside the package, so that the configuration's imports resolve.
const copy = mkdtempSync(join(db, 'node_modules/.check-migrations-'));

try {
  process.exitCode = check();
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function check() {
  const original = join(db, 'migrations');
  cpSync(original, join(copy, 'migrations'), { recursive: true });
  const generated = generate();
  const output = `${generated.stdout}${generated.stderr}`;
  if (generated.status !== 0) return fail(`drizzle-kit failed:\n${output}`);
  const known = new Set(readdirSync(original));
  const fresh = readdirSync(join(copy, 'migrations')).filter((name) => !known.has(name));
  // Some of its failures end with status 0, so only this text means that there are no changes.
  if (fresh.length === 0)
    return output.includes('No schema changes') ? 0 : fail(`drizzle-kit failed:\n${output}`);
  const sql = fresh.map((name) => readFileSync(join(copy, 'migrations', name), 'utf8')).join('\n');
  return fail(`the schema has changes without a migration; \`drizzle-kit generate\` would write:\n${sql}`);
}

function generate() {
  const config = join(copy, 'drizzle.config.ts');
  const out = relative(db, join(copy, 'migrations'));
  writeFileSync(
    config,
    `import base from ${JSON.stringify(join(db, 'drizzle.config.ts'))};\nexport default { ...base, out: ${JSON.stringify(out)} };\n`,
  );
  const kit = join(db, 'node_modules/drizzle-kit/bin.cjs');
  // It asks whether something was renamed; without a terminal it fails instead, and so does this check.
  const options = { cwd: db, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 };
  return spawnSync(process.execPath, [kit, 'generate', '--config', relative(db, config)], options);
}

function fail(message) {
  process.stderr.write(`check:migrations: ${message}\n`);
  return 1;
}
