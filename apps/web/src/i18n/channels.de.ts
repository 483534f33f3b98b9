import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { channelsEn } from './channels.en.js';

/** The texts of finding and leaving channels, of adding people, and of going anywhere, in German. */
export const channelsDe: CatalogueOf<typeof channelsEn> = {
  // Adding people
  addPeopleTo: (name) => `Personen zu ${name} hinzufügen`,
  add: 'Hinzufügen',
  notNow: 'Nicht jetzt',
  onlyAddedSee: 'Nur wer hinzugefügt wird, sieht diesen Kanal.',
  nextGroupHint: 'Das öffnet eine neue Unterhaltung mit allen. Was hier geschrieben wurde, bleibt hier.',
  names: 'Namen',
  peopleFound: 'Gefundene Personen',
  peopleChosen: (names) => `Ausgewählt: ${names}`,
  typeName: 'Tippe einen Namen. Die Eingabetaste nimmt die markierte Person.',
  nobodyHere: 'Auf diesem Server heißt niemand so.',
  nobodyMet: 'Auf deinen Servern heißt niemand so.',
  allChosen: 'Mehr Personen passen hier nicht hinein.',
  added: (names) => `Hinzugefügt: ${names}`,
  startConversation: 'Unterhaltung öffnen',
  whyNot: (name, reason) => `${name}: ${reason}`,
  // Removing and leaving
  removeFromChannel: 'Aus diesem Kanal entfernen',
  removeTitle: (name, channel) => `${name} aus ${channel} entfernen?`,
  removeHint: 'Einen privaten Kanal sieht die Person dann nicht mehr. Ihre Nachrichten bleiben.',
  removeButton: 'Entfernen',
  removed: (name, channel) => `${name} ist nicht mehr in ${channel}.`,
  leaveTitle: (channel) => `${channel} verlassen?`,
  leaveHint: 'Dieser Kanal ist privat. Zurück kommst du nur, wenn dich jemand aus dem Kanal hinzufügt.',
  leave: 'Verlassen',
  left: (channel) => `Du hast ${channel} verlassen.`,
  joined: (channel) => `Du bist jetzt in ${channel}.`,
  // Browsing channels
  findChannel: 'Kanal nach Name oder Thema suchen',
  noTopic: 'Noch kein Thema',
  isIn: 'Du bist dabei',
  joinNamed: (channel) => `${channel} beitreten`,
  leaveNamed: (channel) => `${channel} verlassen`,
  noChannel: 'Kein Kanal hat das im Namen oder im Thema.',
  // Menus
  manageChannels: 'Kanäle verwalten',
  profile: 'Profil',
  copyUsername: 'Benutzernamen kopieren',
  // Shortcuts
  keySwitcher: 'Zu einem Kanal, einer Person oder einem Server gehen',
  keyNextChannel: 'Nächster Kanal',
  keyPreviousChannel: 'Vorheriger Kanal',
  keyNextUnread: 'Nächster Kanal mit Ungelesenem',
  keyPreviousUnread: 'Vorheriger Kanal mit Ungelesenem',
  keyNextRegion: 'Nächster Bereich des Fensters',
  keyPreviousRegion: 'Vorheriger Bereich des Fensters',
  keyShortcuts: 'Diese Tastenkürzel anzeigen',
  keySendMessage: 'Nachricht senden',
  keyNewLine: 'Neue Zeile beginnen',
  keyEditLast: 'Letzte eigene Nachricht bearbeiten, aus einem leeren Feld',
  keyCloseInnermost: 'Schließen, was zuletzt geöffnet wurde',
  // The switcher
  findAnything: 'Personen, Kanäle, Server und Aktionen',
  isDm: 'Direktnachricht',
  isPerson: 'Person',
  isServer: 'Server',
  isAction: 'Aktion',
  nothingFound: 'Nichts heißt so. Versuch es mit einem Teil des Namens oder den Anfangsbuchstaben.',
};
