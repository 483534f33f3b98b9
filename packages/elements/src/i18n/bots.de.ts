import type { botsEn } from './bots.en.js';
import type { CatalogueOf } from './catalogue-of.js';

/** The texts of commands and components in German. */
export const botsDe: CatalogueOf<typeof botsEn> = {
  onlyYou: 'Nur du kannst das sehen',
  dismiss: 'Ausblenden',
  noAnswer: 'Der Bot hat nicht geantwortet.',
  botWorks: (name) => `${name} arbeitet …`,
  noAnswerYet: (name) => `${name} hat noch nicht geantwortet. Du kannst es noch einmal versuchen.`,
  commandReady: 'Die Eingabetaste sendet den Befehl.',
  optional: 'optional',
  unknownCommand: (command) => `Kein Bot hier kennt den Befehl ${command}. Es wurde nichts gesendet.`,
  noFiles: 'Ein Befehl nimmt keine Dateien an. Es wurde nichts gesendet.',
  sendAnyway: 'Trotzdem senden',
  notSent: 'Der Befehl wurde nicht gesendet.',
  choose: 'Auswählen …',
  chooseAction: 'Auswählen',
  missingOption: (option) => `„${option}“ fehlt.`,
  wrongOption: (option) => `„${option}“ ist nicht gültig.`,
  twiceOption: (option) => `„${option}“ ist doppelt angegeben.`,
  whichBot: (names) => `Mehrere Bots haben diesen Befehl. Gib an, welchen du meinst: ${names}`,
  openQuote: 'Ein Anführungszeichen ist nicht geschlossen.',
  tooManyWords: 'Es sind mehr Wörter als Optionen.',
};
