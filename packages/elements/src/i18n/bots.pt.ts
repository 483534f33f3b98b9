import type { botsEn } from './bots.en.js';
import type { CatalogueOf } from './catalogue-of.js';

/** The texts of commands and components in Portuguese. */
export const botsPt: CatalogueOf<typeof botsEn> = {
  onlyYou: 'Só você pode ver isto',
  dismiss: 'Dispensar',
  noAnswer: 'O bot não respondeu.',
  botWorks: (name) => `${name} está trabalhando…`,
  noAnswerYet: (name) => `${name} ainda não respondeu. Você pode tentar de novo.`,
  commandReady: 'Enter envia o comando.',
  optional: 'opcional',
  unknownCommand: (command) => `Nenhum bot daqui tem o comando ${command}. Nada foi publicado.`,
  noFiles: 'Um comando não aceita arquivos. Nada foi publicado.',
  sendAnyway: 'Enviar mesmo assim',
  notSent: 'O comando não foi enviado.',
  choose: 'Escolher…',
  chooseAction: 'Escolher',
  missingOption: (option) => `Falta “${option}”.`,
  wrongOption: (option) => `“${option}” não é válido.`,
  twiceOption: (option) => `“${option}” aparece duas vezes.`,
  whichBot: (names) => `Vários bots têm este comando. Diga qual: ${names}`,
  openQuote: 'Há aspas que não foram fechadas.',
  tooManyWords: 'Há mais palavras do que opções.',
};
