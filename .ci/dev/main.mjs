// `npm run dev`: the service and the web client at one address, http://127.0.0.1:3000 or at PORT. Vite serves the web client
// and passes calls and sockets on to the service. A change of the web client is shown at once; after a change of the service it is
// bundled and started again, and what is asked meanwhile waits for it.
import { watch } from 'node:fs';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../sources.mjs';
import { Service, say } from './service.mjs';

/** What the service is made of. Migrations are read from the folder when it starts. */
const WATCHED = [
  'apps/server/src',
  'packages/backup/src',
  'packages/core/src',
  'packages/db/migrations',
  'packages/db/src',
  'packages/markup/src',
];
const IS_TEST = /\.(test|long|fixture)\.|(^|\/)testing(\/|$)/;
/** An editor writes a file several times. */
const SETTLED_MS = 100;
/** What the service answers. Everything else is the web client. */
const PATHS = ['/api', '/trpc', '/health', '/ready', '/metrics'];

const port = Number(process.env.PORT ?? 3000);
const url = `http://127.0.0.1:${port}`;
const service = new Service({ port: await freePort(), url });
const vite = await startVite();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
service.start();
await service.healthy();
watchSources();
say(`open ${url} (Ctrl-C stops both)`);

async function startVite() {
  const web = join(root, 'apps/web');
  const { createServer } = await import(
    pathToFileURL(join(web, 'node_modules/vite/dist/node/index.js')).href
  );
  const server = await createServer({
    root: web,
    clearScreen: false,
    server: { ...where(), proxy: proxy() },
  });
  try {
    return await server.listen();
  } catch (error) {
    say(`${error.message}; set PORT to another one`);
    process.exit(1);
  }
}

function where() {
  return { host: '127.0.0.1', port, strictPort: true };
}

function proxy() {
  const options = { target: service.address, ws: true, bypass: () => service.healthy() };
  return Object.fromEntries(PATHS.map((path) => [path, options]));
}

function watchSources() {
  let settled;
  const change = (_event, file) => {
    if (file !== null && IS_TEST.test(file)) return;
    clearTimeout(settled);
    settled = setTimeout(() => service.restart(), SETTLED_MS);
  };
  for (const folder of WATCHED) watch(join(root, folder), { recursive: true }, change);
}

/** Of two SIGINTs the second is the same one, from npm. */
let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([service.stop(), vite.close()]);
  process.exit(0);
}

async function freePort() {
  const server = createTcpServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
