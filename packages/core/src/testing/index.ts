export { validatedFrame } from './validated-frame.js';
