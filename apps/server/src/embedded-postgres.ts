// For programs beside the service that need the embedded Postgres: deploy/nodes.
export { connectionUrl } from '@palaver/db';
export { type SupervisorLog, startEmbeddedPostgres } from '@palaver/db/embedded';
