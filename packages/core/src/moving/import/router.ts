import { z } from 'zod';
import { rest } from '../../procedures/rest.js';
import { adminProcedure } from '../../procedures/trpc.js';
import { ImportLinks, ServerImport, ServerImportReport } from '../../protocol/records/server-import.js';
import { cancelImport, getImport, listImports } from './actions.js';
import { makeImportLinks } from './links.js';
import { ImportInput, ImportLinksInput, ListImportsInput } from './schemas.js';

/** The procedures about imports, for the admin router to spread in (docs/moving.md). */
export const importProcedures = {
  imports: adminProcedure
    .meta(
      rest('GET', '/api/admin/imports', {
        tag: 'admin',
        summary: 'List the imports of archives, newest first',
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED'],
      }),
    )
    .input(ListImportsInput)
    .output(z.array(ServerImport))
    .query(({ ctx, input }) => listImports(ctx.services, input)),

  import: adminProcedure
    .meta(
      rest('GET', '/api/admin/imports/{importID}', {
        tag: 'admin',
        summary: 'Get an import, with its progress and the accounts that it has found',
        errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'IMPORT_NOT_FOUND'],
      }),
    )
    .input(ImportInput)
    .output(ServerImportReport)
    .query(({ ctx, input }) => getImport(ctx.services, input.importId)),

  importLinks: adminProcedure
    .meta(
      rest('POST', '/api/admin/imports/{importID}/links', {
        tag: 'admin',
        summary: 'Let imported people in who have no password',
        description:
          'Each member whose account an import has made gets a link to set a password, unless they have one or sign in by a provider. ' +
          'It works once, for seven days, and ends an earlier one. 200 people at a time.',
        errors: [
          'PEOPLE_ONLY',
          'INSTANCE_ADMIN_REQUIRED',
          'KEY_NOT_ALLOWED',
          'STEP_UP_REQUIRED',
          'IMPORT_NOT_FOUND',
          'MAIL_NOT_CONFIGURED',
        ],
      }),
    )
    .input(ImportLinksInput)
    .output(ImportLinks)
    .mutation(({ ctx, input }) => makeImportLinks(ctx, input)),

  cancelImport: adminProcedure
    .meta(
      rest('DELETE', '/api/admin/imports/{importID}', {
        tag: 'admin',
        summary: 'Cancel an import',
        description:
          'While its members do not join yet: the server is deleted before anybody has seen it. Accounts that were made stay.',
        errors: [
          'PEOPLE_ONLY',
          'INSTANCE_ADMIN_REQUIRED',
          'KEY_NOT_ALLOWED',
          'IMPORT_NOT_FOUND',
          'IMPORT_OVER',
        ],
      }),
    )
    .input(ImportInput)
    .output(ServerImport)
    .mutation(({ ctx, input }) => cancelImport(ctx, input.importId)),
};
