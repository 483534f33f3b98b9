const rules = new Intl.PluralRules('ar');
const numbers = new Intl.NumberFormat('ar');

/** The form of a noun that Arabic has for a number; `other` where none is given. */
export function counted(
  n: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string },
): string {
  return (forms[rules.select(n)] ?? forms.other).replace('#', numbers.format(n));
}
