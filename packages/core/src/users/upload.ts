import type { Upload, UploadKind } from '../kernel/services/uploads.js';
import type { ActorContext } from '../procedures/context.js';
import { responsiblePerson } from './access.js';

/** Runs an upload of the caller when it is its turn; the uploads of a bot are its owner's. Throws `BUSY`. */
export async function runUpload<T>(
  ctx: ActorContext,
  kind: UploadKind,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  return ctx.services.uploads.run(await responsiblePerson(ctx), kind, work);
}
