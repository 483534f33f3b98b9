import type { botsEn } from './bots.en.js';
import type { CatalogueOf } from './catalogue-of.js';

/** The texts of commands and components in French. */
export const botsFr: CatalogueOf<typeof botsEn> = {
  onlyYou: 'Visible uniquement par vous',
  dismiss: 'Masquer',
  noAnswer: 'Le bot n’a pas répondu.',
  botWorks: (name) => `${name} y travaille…`,
  noAnswerYet: (name) => `${name} n’a pas encore répondu. Vous pouvez réessayer.`,
  commandReady: 'Entrée envoie la commande.',
  optional: 'facultatif',
  unknownCommand: (command) => `Aucun bot ici n’a la commande ${command}. Rien n’a été publié.`,
  noFiles: 'Une commande n’accepte pas de fichiers. Rien n’a été publié.',
  sendAnyway: 'Envoyer quand même',
  notSent: 'La commande n’a pas été envoyée.',
  choose: 'Choisir…',
  chooseAction: 'Choisir',
  missingOption: (option) => `Il manque « ${option} ».`,
  wrongOption: (option) => `« ${option} » n’est pas valide.`,
  twiceOption: (option) => `« ${option} » est indiqué deux fois.`,
  whichBot: (names) => `Plusieurs bots ont cette commande. Précisez lequel : ${names}`,
  openQuote: 'Un guillemet n’est pas fermé.',
  tooManyWords: 'Il y a plus de mots que d’options.',
};
