import unhomoglyph from 'unhomoglyph';
import { skeletons } from './look-alikes.js';

/** With Unicode's table of confusable characters, which is loaded once people stand beside each other. */
export const skeletonOf = skeletons(unhomoglyph);
