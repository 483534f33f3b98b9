/** The same keys, with texts and functions of the same kind. */
export type CatalogueOf<En> = {
  readonly [Key in keyof En]: En[Key] extends (...args: infer Args) => string
    ? (...args: Args) => string
    : string;
};
