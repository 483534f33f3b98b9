import type { Nodes } from '@palaver/core';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';

/**
 * Logs an error, once, when there is a second node and no `PUBLIC_URL`: each node would name its own address to clients. The
 * workers of one service have one address; until a dead one's row is gone, it counts beside the one in its place.
 */
export function requirePublicUrl(
  nodes: Nodes,
  { publicUrl, workers }: Pick<Config, 'publicUrl' | 'workers'>,
  log: Logger,
): void {
  if (publicUrl !== null) return;
  let isTold = false;
  const tell = () => {
    if (isTold || nodes.others().size < 2 * workers - 1) return;
    isTold = true;
    log.error('PUBLIC_URL is required with several nodes: set it to the address that clients use');
  };
  nodes.onChange(tell);
  tell();
}
