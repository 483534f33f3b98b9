export * from './nodes.js';
export { write } from './write.js';
