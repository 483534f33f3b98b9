export { createFaultProxy, type FaultProxy } from './fault-proxy.js';
export { createTestDatabase, type TestDatabase } from './test-database.js';
