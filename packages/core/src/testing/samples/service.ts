import type { AccessTable } from './access-table.js';

/** The documentation and the checks, which need no token, and the metrics, which need the operator's. */
export const service: AccessTable = {
  table: `
                     | anonymous | outsider | ex-member | member | channel member | moderator  | admin | owner | bot
  service.health     | 200       | 200      | 200       | 200    | 200            | 200        | 200   | 200   | 200
  service.ready      | 200       | 200      | 200       | 200    | 200            | 200        | 200   | 200   | 200
  service.metrics    | no route  | no route | no route  | no route | no route     | no route   | no route | no route | no route
  service.openapi    | 200       | 200      | 200       | 200    | 200            | 200        | 200   | 200   | 200
  service.docs       | 200       | 200      | 200       | 200    | 200            | 200        | 200   | 200   | 200
  service.docsAsset  | 200       | 200      | 200       | 200    | 200            | 200        | 200   | 200   | 200
  `,
  prepare: {
    'service.health': nothing,
    'service.ready': nothing,
    'service.metrics': nothing,
    'service.openapi': nothing,
    'service.docs': nothing,
    'service.docsAsset': async ({ otherMember }) => {
      const { text } = await otherMember.get('/api/docs');
      const [, version = ''] = /assets\/([^/]+)\/style\.css/.exec(text) ?? [];
      return { parameters: { version, file: 'style.css' } };
    },
  },
};

function nothing() {
  return {};
}
