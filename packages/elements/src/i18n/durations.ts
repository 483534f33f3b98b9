/** How long something lasts, in words of a language: the texts that every catalogue has of it. */
export function durationsIn(language: string) {
  const told = (n: number, unit: 'second' | 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(n);
  const minutes = (n: number) => told(n, 'minute');
  const days = (n: number) => told(n, 'day');
  return {
    /** In the largest unit up to hours that gives a whole number. */
    seconds: (n: number) => {
      if (n % 60 !== 0) return told(n, 'second');
      return n % 3600 === 0 ? told(n / 3600, 'hour') : minutes(n / 60);
    },
    minutes,
    /** In days from two of them on. */
    hours: (n: number) => (n >= 48 && n % 24 === 0 ? days(n / 24) : told(n, 'hour')),
    days,
  };
}
