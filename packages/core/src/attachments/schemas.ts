import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optional } from '../kernel/schema/optional.js';
import { PictureSize } from '../protocol/records/file-address.js';

export const AddressInput = z.object({
  attachmentId: idInput('the attachment'),
  size: optional(PictureSize).meta({
    description:
      'Of a picture whose longest side has more pixels than this: the address of a WebP of this size. Of any other file: of the file itself.',
  }),
});
export type AddressInput = z.output<typeof AddressInput>;
