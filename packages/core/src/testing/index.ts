export { heldFrame } from './held-frame.js';
