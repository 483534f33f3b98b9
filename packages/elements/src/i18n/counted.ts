/** A text for each plural form that the language has, with `#` for the number; `other` where none is given. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** Chooses the text for a number by the plural rules of a language, and writes the number as the language does. */
export function countedIn(language: string): (n: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replace('#', numbers.format(n));
}
