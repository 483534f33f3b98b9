import type { NamedFiles } from '../files/file-sweep.js';
import { ownedImageFiles } from '../files/owned-image-sweep.js';
import { ownedImages } from '../files/owned-images.js';
import type { Services } from '../procedures/services.js';

export const ICONS = ownedImages('icons', 'ICON_NOT_FOUND');

/** Icons of servers for the sweep. */
export function iconFiles(services: Pick<Services, 'db' | 'files'>): NamedFiles {
  return ownedImageFiles(services, ICONS, { table: 'servers', column: 'icon_path' });
}
