import { execFile } from 'node:child_process';
import { access, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bench } from '../../harness/workload.js';
import { freePort, startTarget } from '../start-target.js';
import type { Target } from '../target.js';

/** Where Debian's package has the module. */
const MODULE = '/usr/lib/nginx/modules/ngx_nchan_module.so';
const NGINX = '/usr/sbin/nginx';
const SOCKETS_MAX = 25_000;

export const PUBLISH_PATH = '/publish';
export const SUBSCRIBE_PATH = '/subscribe';

/**
 * Starts nginx with nchan, one worker and one channel that keeps nothing. Where it is not installed (Debian: libnginx-mod-nchan): null,
 * with a note in the results.
 */
export async function startNchan(bench: Bench): Promise<Target | null> {
  const isThere = await Promise.all([MODULE, NGINX].map((file) => access(file))).catch(() => null);
  if (isThere === null) {
    bench.addNote('nchan is left out: it is not installed here (Debian: libnginx-mod-nchan).');
    return null;
  }
  const { stderr } = await promisify(execFile)(NGINX, ['-v']);
  bench.recordVersion('nginx with nchan', stderr.trim().replace(/^.*\//, ''));
  const folder = await mkdtemp(join(bench.folder, 'nchan-'));
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), config(folder, port));
  const running = await startTarget({
    name: 'nchan',
    command: NGINX,
    args: ['-p', folder, '-c', join(folder, 'nginx.conf')],
    env: {},
    port,
    readyPath: '/ready',
  });
  return bench.stopAtEnd(running);
}

function config(folder: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
load_module ${MODULE};
daemon off;
worker_processes 1;
worker_rlimit_nofile ${SOCKETS_MAX + 1_000};
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections ${SOCKETS_MAX}; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  keepalive_requests 1000000;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = /ready { return 200; }
    location = ${SUBSCRIBE_PATH} { nchan_subscriber websocket; nchan_channel_id one; nchan_subscriber_first_message newest; }
    location = ${PUBLISH_PATH} { nchan_publisher; nchan_channel_id one; nchan_store_messages off; }
  }
}
`;
}
