import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a request passes on its way in: it answers, throws, or calls `next`. */
export type Gate = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
