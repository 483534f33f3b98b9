import { createHash } from 'node:crypto';
import { closeRedis, openRedis, type Redis } from './client.js';

/** A connection on which a script has no answer for so long, in milliseconds, is given up. */
const ANSWER_MS = 2_000;

/** Runs Lua scripts on a connection of its own, which is opened when it is needed. It rejects while Redis is away. */
export interface RedisScripts {
  open(): Promise<void>;
  run(script: string, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  close(): Promise<void>;
}

export function redisScripts(url: string): RedisScripts {
  let current: Promise<Redis> | null = null;

  function connection(): Promise<Redis> {
    if (current !== null) return current;
    const opening = openRedis(url, forget);
    function forget(): void {
      if (current === opening) current = null;
    }
    opening.catch(forget);
    current = opening;
    return opening;
  }

  return {
    open: async () => void (await connection()),
    run: async (script, keys, args) => {
      const client = await connection();
      const late = setTimeout(() => {
        current = null;
        // It rejects what waits on the connection.
        closeRedis(client);
      }, ANSWER_MS);
      try {
        return await evaluate(client, script, { keys: [...keys], arguments: [...args] });
      } finally {
        clearTimeout(late);
      }
    },
    close: async () => {
      const open = await current?.catch(() => null);
      current = null;
      if (open) closeRedis(open);
    },
  };
}

/** Redis keeps the scripts that it has seen, until it starts anew. */
async function evaluate(client: Redis, script: string, options: { keys: string[]; arguments: string[] }) {
  try {
    return await client.evalSha(hashOf(script), options);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return client.eval(script, options);
  }
}

const hashes = new Map<string, string>();

function hashOf(script: string): string {
  const known = hashes.get(script);
  if (known !== undefined) return known;
  const hash = createHash('sha1').update(script).digest('hex');
  hashes.set(script, hash);
  return hash;
}
