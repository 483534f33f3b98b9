import type { botsEn } from './bots.en.js';
import type { CatalogueOf } from './catalogue-of.js';

/** The texts of commands and components in Spanish. */
export const botsEs: CatalogueOf<typeof botsEn> = {
  onlyYou: 'Solo tú puedes ver esto',
  dismiss: 'Descartar',
  noAnswer: 'El bot no ha respondido.',
  botWorks: (name) => `${name} está trabajando…`,
  noAnswerYet: (name) => `${name} todavía no ha respondido. Puedes intentarlo de nuevo.`,
  commandReady: 'Intro envía el comando.',
  optional: 'opcional',
  unknownCommand: (command) => `Ningún bot de aquí tiene el comando ${command}. No se ha publicado nada.`,
  noFiles: 'Un comando no admite archivos. No se ha publicado nada.',
  sendAnyway: 'Enviar de todos modos',
  notSent: 'El comando no se ha enviado.',
  choose: 'Elegir…',
  chooseAction: 'Elegir',
  missingOption: (option) => `Falta «${option}».`,
  wrongOption: (option) => `«${option}» no es válido.`,
  twiceOption: (option) => `«${option}» aparece dos veces.`,
  whichBot: (names) => `Varios bots tienen este comando. Di cuál: ${names}`,
  openQuote: 'Hay unas comillas sin cerrar.',
  tooManyWords: 'Hay más palabras que opciones.',
};
