export { createFaultProxy, type FaultProxy } from './fault-proxy.js';
export { PATIENT } from './patient.js';
export { type Replicas, startReplicas } from './replicas.js';
export { createTestRole, type TestRole } from './roles.js';
export { placeCluster } from './stopped-cluster.js';
export { createTestDatabase, type TestDatabase } from './test-database.js';
