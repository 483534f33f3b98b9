export { cpuOf, expectInProportion } from './cpu.js';
export { hostileTexts } from './hostile.js';
