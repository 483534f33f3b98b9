import type { AccessTable } from './matrix.js';

/** The documentation and the health check, which need no token. */
export const service: AccessTable = {
  table: `
                     | anonymous | outsider | ex-member | member | channel member | admin | owner | bot
  service.health     | 200       | 200      | 200       | 200    | 200            | 200   | 200   | 200
  service.openapi    | 200       | 200      | 200       | 200    | 200            | 200   | 200   | 200
  service.docs       | 200       | 200      | 200       | 200    | 200            | 200   | 200   | 200
  service.docsStyle  | 200       | 200      | 200       | 200    | 200            | 200   | 200   | 200
  service.docsScript | 200       | 200      | 200       | 200    | 200            | 200   | 200   | 200
  service.docsViewer | 200       | 200      | 200       | 200    | 200            | 200   | 200   | 200
  `,
  prepare: {
    'service.health': nothing,
    'service.openapi': nothing,
    'service.docs': nothing,
    'service.docsStyle': nothing,
    'service.docsScript': nothing,
    'service.docsViewer': nothing,
  },
};

function nothing() {
  return {};
}
