import { keepCompiledCode } from './compile-cache.js';

// It does not count for modules that have been loaded.
keepCompiledCode();
await import('./run-service.js');
