import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { channelsEn } from './channels.en.js';

/** The texts of finding and leaving channels, of adding people, and of going anywhere, in French. */
export const channelsFr: CatalogueOf<typeof channelsEn> = {
  // Adding people
  addPeopleTo: (name) => `Ajouter des personnes à ${name}`,
  add: 'Ajouter',
  notNow: 'Pas maintenant',
  onlyAddedSee: 'Seules les personnes ajoutées voient ce canal.',
  nextGroupHint: 'Cela ouvre une autre conversation avec tout le monde. Ce qui a été écrit ici reste ici.',
  names: 'Noms',
  peopleFound: 'Personnes trouvées',
  peopleChosen: (names) => `Sélection : ${names}`,
  typeName: 'Saisissez un nom. Entrée choisit la personne surlignée.',
  nobodyHere: 'Personne sur ce serveur ne porte ce nom.',
  nobodyMet: 'Personne sur vos serveurs ne porte ce nom.',
  allChosen: 'Il n’y a plus de place pour d’autres personnes.',
  added: (names) => `Ajout : ${names}`,
  startConversation: 'Ouvrir la conversation',
  whyNot: (name, reason) => `${name} : ${reason}`,
  // Removing and leaving
  removeFromChannel: 'Retirer de ce canal',
  removeTitle: (name, channel) => `Retirer ${name} de ${channel} ?`,
  removeHint: 'Cette personne ne verra plus un canal privé. Les messages qu’elle a écrits restent.',
  removeButton: 'Retirer',
  removed: (name, channel) => `${name} n’est plus dans ${channel}.`,
  leaveTitle: (channel) => `Quitter ${channel} ?`,
  leaveHint: 'Ce canal est privé. Vous ne pourrez revenir que si l’un de ses membres vous ajoute.',
  leave: 'Quitter',
  left: (channel) => `Vous avez quitté ${channel}.`,
  joined: (channel) => `Vous êtes maintenant dans ${channel}.`,
  // Browsing channels
  findChannel: 'Rechercher un canal par son nom ou son sujet',
  noTopic: 'Pas encore de sujet',
  isIn: 'Vous y êtes',
  joinNamed: (channel) => `Rejoindre ${channel}`,
  leaveNamed: (channel) => `Quitter ${channel}`,
  noChannel: 'Aucun canal n’a cela dans son nom ou son sujet.',
  // Menus
  manageChannels: 'Gérer les canaux',
  profile: 'Profil',
  copyUsername: 'Copier le nom d’utilisateur',
  // Shortcuts
  keySwitcher: 'Aller à un canal, une personne ou un serveur',
  keyNextChannel: 'Canal suivant',
  keyPreviousChannel: 'Canal précédent',
  keyNextUnread: 'Canal suivant avec du non lu',
  keyPreviousUnread: 'Canal précédent avec du non lu',
  keyNextRegion: 'Partie suivante de la fenêtre',
  keyPreviousRegion: 'Partie précédente de la fenêtre',
  keyShortcuts: 'Afficher ces raccourcis',
  keySendMessage: 'Envoyer le message',
  keyNewLine: 'Commencer une nouvelle ligne',
  keyEditLast: 'Modifier votre dernier message, depuis un champ vide',
  keyCloseInnermost: 'Fermer ce qui a été ouvert en dernier',
  // The switcher
  findAnything: 'Personnes, canaux, serveurs et actions',
  isDm: 'Message direct',
  isPerson: 'Personne',
  isServer: 'Serveur',
  isAction: 'Action',
  nothingFound: 'Rien ne porte ce nom. Essayez une partie du nom ou ses premières lettres.',
};
