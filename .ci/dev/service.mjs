import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../sources.mjs';

/** Bundles what has changed. Of a failure esbuild writes the place itself. */
const BUNDLE =
  "import('./.ci/bundle-service.mjs').catch(({ message }) => { console.error(message.split('\\n')[0]); process.exit(1); })";

/** The service as a process that is bundled and started anew after each change of its sources. */
export class Service {
  #process = null;
  #healthy = Promise.resolve();
  #work = Promise.resolve();
  #next = null;
  #stopped = false;

  /** @param {{ port: number, url: string }} where it listens, and the address that people use */
  constructor({ port, url }) {
    this.address = `http://127.0.0.1:${port}`;
    this.env = { PUBLIC_URL: url, ...process.env, PORT: String(port), HOST: '127.0.0.1' };
  }

  /** Resolves when it answers; at once where it has ended by itself. */
  healthy() {
    return this.#healthy;
  }

  start() {
    this.#healthy = this.#end().then(() => this.#untilHealthy(this.#spawn()));
    return this.#healthy;
  }

  /** Called for each change. For those that come while one is worked on there is one more restart. */
  restart() {
    this.#next ??= this.#work.then(() => {
      this.#next = null;
      return this.#bundleAndStart();
    });
    this.#work = this.#next;
  }

  /** Ends it as Ctrl-C does, so that its Postgres stops too. */
  async stop() {
    this.#stopped = true;
    await this.#end();
  }

  async #bundleAndStart() {
    const begun = performance.now();
    const bundle = spawn(process.execPath, ['--input-type=module', '--eval', BUNDLE], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code] = await once(bundle, 'exit');
    if (this.#stopped) return;
    if (code !== 0) return say('the service was not built: the one before runs on');
    await this.start();
    say(`the service was started again in ${Math.round((performance.now() - begun) / 100) / 10} s`);
  }

  #spawn() {
    const started = spawn(process.execPath, ['apps/server/dist/main.js'], {
      cwd: root,
      env: this.env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    this.#process = started;
    started.once('exit', (code) => {
      if (this.#process === started)
        say(`the service ended with code ${code}, and starts again after a change`);
    });
    return started;
  }

  async #end() {
    const ending = this.#process;
    this.#process = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill('SIGTERM');
    await ended;
  }

  async #untilHealthy(started) {
    while (started.exitCode === null && started.signalCode === null) {
      const answer = await fetch(`${this.address}/health`).catch(() => null);
      if (answer?.ok) return;
      await sleep(50);
    }
  }
}

export function say(message) {
  process.stderr.write(`dev: ${message}\n`);
}
