import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';

export const AttachmentInput = z.object({ attachmentId: idInput('the attachment') });
