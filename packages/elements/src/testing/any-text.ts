import fc from 'fast-check';

/** Texts of any UTF-16 units, also of halves of pairs. The library's own take a hundred times as long to make. */
export const anyText = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) });
