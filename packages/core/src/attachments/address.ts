import { AppError } from '../kernel/errors/app-error.js';
import type { Authorized } from '../kernel/services/actor.js';
import { PURPOSES } from '../kernel/services/secrets.js';
import type { ActorContext } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import { type FileAddress, PictureSize } from '../protocol/records/file-address.js';
import { accessAttachment } from './access.js';
import type { AttachmentRow } from './record.js';
import type { AddressInput } from './schemas.js';
import { wantedSize } from './small-pictures/wanted-size.js';

/** An address stays the same for so long, so that browsers keep what they have loaded from it. */
const SAME_MS = 15 * 60_000;
/** A multiple of `SAME_MS`. */
const VALID_MS = 60 * 60_000;

/**
 * Makes an address of a file, from which it is fetched without a token, for as long as the caller's session lives and they may read
 * the file. With a size it is that of a small version, of a picture that is larger. Throws `ATTACHMENT_NOT_FOUND`.
 */
export async function fileAddress(
  ctx: ActorContext,
  { attachmentId, size }: AddressInput,
): Promise<FileAddress> {
  const { clock, secrets } = ctx.services;
  const file = await accessAttachment(ctx, attachmentId);
  const now = clock.now().getTime();
  const expiresAt = new Date(now - (now % SAME_MS) + VALID_MS);
  const wanted = wantedSize(file, size) ?? [];
  const granted = [file.id, ctx.actor.sessionId, expiresAt.getTime()].concat(wanted).join(' ');
  const address = `${Buffer.from(granted).toString('base64url')}.${secrets.sign(granted, PURPOSES.fileAddress())}`;
  return { url: `/api/files/${address}`, expiresAt: expiresAt.toISOString() };
}

export interface OpenedAddress {
  readonly file: Authorized<AttachmentRow, 'read'>;
  /** Null: the file itself. */
  readonly size: PictureSize | null;
  readonly expiresAt: Date;
}

/**
 * Finds the file of an address, and until when the address is valid. Throws `ATTACHMENT_NOT_FOUND` for one that is not or no longer
 * valid.
 */
export async function openFileAddress(
  services: Pick<Services, 'db' | 'clock' | 'secrets' | 'findActorOfSession'>,
  address: string,
): Promise<OpenedAddress> {
  const { db, clock, secrets } = services;
  const [sealed = '', signature = ''] = address.split('.');
  const granted = Buffer.from(sealed, 'base64url').toString();
  if (!secrets.isSigned(granted, signature, PURPOSES.fileAddress()))
    throw new AppError('ATTACHMENT_NOT_FOUND');
  const [attachmentId = '', sessionId = '', until = '', side] = granted.split(' ');
  const expiresAt = new Date(Number(until));
  const actor = expiresAt > clock.now() ? await services.findActorOfSession(sessionId) : null;
  if (actor === null) throw new AppError('ATTACHMENT_NOT_FOUND');
  const file = await accessAttachment({ services: { db }, actor }, attachmentId);
  // A node of another release may have given a size that this one does not make.
  const { data: size = null } = PictureSize.safeParse(Number(side));
  return { file, size, expiresAt };
}
