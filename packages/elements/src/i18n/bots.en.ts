/** The texts of commands and components in English. */
export const botsTexts = {
  onlyYou: 'Only you can see this',
  dismiss: 'Dismiss',
  noAnswer: 'The bot did not answer.',
  notSent: 'The command was not sent.',
  choose: 'Choose…',
  chooseAction: 'Choose',
  missingOption: (option: string) => `"${option}" is missing.`,
  wrongOption: (option: string) => `"${option}" is not valid.`,
  twiceOption: (option: string) => `"${option}" is given twice.`,
  whichBot: (names: string) => `Several bots have this command. Say which: ${names}`,
  openQuote: 'A quote is not closed.',
  tooManyWords: 'There are more words than options.',
};
