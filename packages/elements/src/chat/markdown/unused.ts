/**
 * Stands for `mdurl` and `punycode.js`, which the parser of texts imports and does not call: `packages/markup` encodes addresses
 * by `URL`.
 */
const never = () => '';
export default never;
export { never as decode, never as encode, never as format, never as parse };
