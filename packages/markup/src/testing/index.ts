export { cpuOf } from './cpu.js';
export { hostileTexts } from './hostile.js';
