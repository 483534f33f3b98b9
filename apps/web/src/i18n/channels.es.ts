import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { channelsEn } from './channels.en.js';

/** The texts of finding and leaving channels, of adding people, and of going anywhere, in Spanish. */
export const channelsEs: CatalogueOf<typeof channelsEn> = {
  // Adding people
  addPeopleTo: (name) => `Añadir personas a ${name}`,
  add: 'Añadir',
  notNow: 'Ahora no',
  onlyAddedSee: 'Solo las personas añadidas ven este canal.',
  nextGroupHint: 'Esto abre otra conversación con todos. Lo que se escribió aquí se queda aquí.',
  names: 'Nombres',
  peopleFound: 'Personas encontradas',
  peopleChosen: (names) => `Seleccionadas: ${names}`,
  typeName: 'Escribe un nombre. Intro elige a la persona marcada.',
  nobodyHere: 'Nadie de este servidor tiene este nombre.',
  nobodyMet: 'Nadie de tus servidores tiene este nombre.',
  allChosen: 'Aquí no caben más personas.',
  added: (names) => `Añadido: ${names}`,
  startConversation: 'Abrir la conversación',
  whyNot: (name, reason) => `${name}: ${reason}`,
  // Removing and leaving
  removeFromChannel: 'Quitar de este canal',
  removeTitle: (name, channel) => `¿Quitar a ${name} de ${channel}?`,
  removeHint: 'Dejará de ver el canal si es privado. Los mensajes que escribió se quedan.',
  removeButton: 'Quitar',
  removed: (name, channel) => `${name} ya no está en ${channel}.`,
  leaveTitle: (channel) => `¿Abandonar ${channel}?`,
  leaveHint: 'Este canal es privado. Solo podrás volver si alguien del canal te añade.',
  leave: 'Abandonar',
  left: (channel) => `Has abandonado ${channel}.`,
  joined: (channel) => `Ya estás en ${channel}.`,
  // Browsing channels
  findChannel: 'Busca un canal por su nombre o su tema',
  noTopic: 'Sin tema todavía',
  isIn: 'Estás dentro',
  joinNamed: (channel) => `Unirse a ${channel}`,
  leaveNamed: (channel) => `Abandonar ${channel}`,
  noChannel: 'Ningún canal tiene esto en su nombre o en su tema.',
  // Menus
  manageChannels: 'Administrar los canales',
  profile: 'Perfil',
  copyUsername: 'Copiar el nombre de usuario',
  // Shortcuts
  keySwitcher: 'Ir a un canal, una persona o un servidor',
  keyNextChannel: 'Canal siguiente',
  keyPreviousChannel: 'Canal anterior',
  keyNextUnread: 'Siguiente canal con algo sin leer',
  keyPreviousUnread: 'Canal anterior con algo sin leer',
  keyNextRegion: 'Siguiente parte de la ventana',
  keyPreviousRegion: 'Parte anterior de la ventana',
  keyShortcuts: 'Mostrar estos atajos',
  keySendMessage: 'Enviar el mensaje',
  keyNewLine: 'Empezar una línea nueva',
  keyEditLast: 'Editar tu último mensaje, desde un campo vacío',
  keyCloseInnermost: 'Cerrar lo último que se abrió',
  // The switcher
  findAnything: 'Personas, canales, servidores y acciones',
  isDm: 'Mensaje directo',
  isPerson: 'Persona',
  isServer: 'Servidor',
  isAction: 'Acción',
  nothingFound: 'Nada tiene este nombre. Prueba con una parte o con las primeras letras.',
};
