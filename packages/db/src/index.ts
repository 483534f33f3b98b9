export * from './client.js';
export * from './connection.js';
export * from './id.js';
export * from './migrate.js';
export * from './prepared.js';
export * as tables from './schema/index.js';
export * from './statement.js';
