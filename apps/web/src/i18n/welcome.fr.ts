import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { welcomeEn } from './welcome.en.js';

/** The texts of the first run in French. */
export const welcomeFr: CatalogueOf<typeof welcomeEn> = {
  title: 'Bienvenue sur Palaver',
  intro: 'Ce service est nouveau et n’appartient encore à personne. Créez le compte à qui il appartiendra.',
  ownerMay:
    'Le propriétaire décide qui peut avoir un compte, et aide les personnes qui n’ont plus accès au leur.',
  codeFound: 'Le code d’installation était dans l’adresse. Vous n’avez rien à saisir.',
  code: 'Code d’installation',
  codeHint:
    'Le service l’affiche au démarrage : à la fin d’une adresse dans le terminal, ou dans le fichier operator/setup-code de son dossier de données. Il est valable une heure.',
  whyCode: 'Pourquoi un code ?',
  whyCodeText:
    'Quelqu’un d’autre aurait pu ouvrir cette page avant vous. Le code montre que c’est vous qui exploitez le service.',
  become: 'Devenir propriétaire',
  or: 'Ou :',
  justRegister: 'créer un compte ordinaire',
  nextTitle: (name) => `Bonjour, ${name} !`,
  nextIntro: 'Par quoi voulez-vous commencer ?',
  ownServer: 'Votre propre serveur',
  ownServerText: 'Un lieu pour votre équipe, avec un premier canal. Vous invitez les gens par un lien.',
  demo: 'Une démo à regarder',
  demoText:
    'Un serveur avec trois personnes, quatre canaux et ce qu’elles disent. Supprimez-le quand vous voulez.',
  makeDemo: 'Créer la démo',
  making: (percent) => `Remplissage de la démo : ${percent} %`,
  later: 'Plus tard',
  tips: 'Bon à savoir',
  tipKeys: 'Ctrl K ou ⌘ K mène à n’importe quel canal et à n’importe quelle personne.',
  tipSettings: 'La roue dentée sous vos canaux mène à votre profil, vos notifications et votre sécurité.',
  tipApi: 'Tout ici utilise l’API publique. Sa référence se trouve à',
};
