import type { IncomingMessage, ServerResponse } from 'node:http';

/** One step in the handling of a request: it answers, throws, or calls `next`. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
