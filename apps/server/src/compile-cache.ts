import module from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * In the checkout, where only those write who can also change the code that runs. Node's own choice is a folder in `/tmp`, which another
 * user could have made before, with compiled code of theirs.
 */
const FOLDER = fileURLToPath(new URL('../../../node_modules/.palaver-compile-cache', import.meta.url));

/**
 * Lets Node keep the compiled code of the modules that are loaded from now on for the next start. Where the folder cannot be
 * written, nothing is kept and nothing is said. Node 20 has no such cache, and the types are of Node 20.
 */
export function keepCompiledCode(): void {
  if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') {
    module.enableCompileCache(FOLDER);
  }
}
