import { ToldLines } from '@palaver/elements/ui/tell.js';

/** What the web client tells its person. */
export const TOLD = new ToldLines();
export const { tell, offerUndo } = TOLD;
