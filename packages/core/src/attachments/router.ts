import { rest } from '../procedures/rest.js';
import { personProcedure, router } from '../procedures/trpc.js';
import { FileAddress } from '../protocol/records/file-address.js';
import { fileAddress } from './address.js';
import { AddressInput } from './schemas.js';

/** Uploads and downloads are operations of the REST API alone. */
export const attachmentsRouter = router({
  address: personProcedure
    .meta(
      rest('GET', '/api/attachments/{attachmentID}/address', {
        tag: 'messages',
        summary: 'Get an address of an attached file for a page or a player',
        description:
          'Elements of a page, such as `<img>` and `<video>`, send no token; the address needs none. It is valid for 45 to 60 minutes, and ' +
          'the same for 15 minutes, so that browsers keep what they have loaded. It ends with your session, and when you ' +
          'may no longer see the file. API keys fetch the file itself. With `size` a large picture comes as a small WebP, upright and ' +
          'without metadata; animations and what cannot be decoded come as they are.',
        keys: false,
        errors: ['PEOPLE_ONLY', 'ATTACHMENT_NOT_FOUND'],
      }),
    )
    .input(AddressInput)
    .output(FileAddress)
    .query(({ ctx, input }) => fileAddress(ctx, input)),
});
