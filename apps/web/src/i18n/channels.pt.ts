import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { channelsEn } from './channels.en.js';

/** The texts of finding and leaving channels, of adding people, and of going anywhere, in Portuguese. */
export const channelsPt: CatalogueOf<typeof channelsEn> = {
  // Adding people
  addPeopleTo: (name) => `Adicionar pessoas a ${name}`,
  add: 'Adicionar',
  notNow: 'Agora não',
  onlyAddedSee: 'Só as pessoas adicionadas veem este canal.',
  nextGroupHint: 'Isto abre outra conversa com todos. O que foi escrito aqui fica aqui.',
  names: 'Nomes',
  peopleFound: 'Pessoas encontradas',
  peopleChosen: (names) => `Escolhidas: ${names}`,
  typeName: 'Digite um nome. Enter escolhe quem está marcado.',
  nobodyHere: 'Ninguém deste servidor tem este nome.',
  nobodyMet: 'Ninguém dos seus servidores tem este nome.',
  allChosen: 'Não cabem mais pessoas aqui.',
  added: (names) => `Adição: ${names}`,
  startConversation: 'Abrir a conversa',
  whyNot: (name, reason) => `${name}: ${reason}`,
  // Removing and leaving
  removeFromChannel: 'Remover deste canal',
  removeTitle: (name, channel) => `Remover ${name} de ${channel}?`,
  removeHint: 'A pessoa deixa de ver um canal privado. As mensagens que ela escreveu ficam.',
  removeButton: 'Remover',
  removed: (name, channel) => `${name} não está mais em ${channel}.`,
  leaveTitle: (channel) => `Sair de ${channel}?`,
  leaveHint: 'Este canal é privado. Você só volta se alguém de dentro adicionar você.',
  leave: 'Sair',
  left: (channel) => `Você saiu de ${channel}.`,
  joined: (channel) => `Agora você está em ${channel}.`,
  // Browsing channels
  findChannel: 'Busque um canal pelo nome ou pelo assunto',
  noTopic: 'Ainda sem assunto',
  isIn: 'Você está nele',
  joinNamed: (channel) => `Entrar em ${channel}`,
  leaveNamed: (channel) => `Sair de ${channel}`,
  noChannel: 'Nenhum canal tem isto no nome ou no assunto.',
  // Menus
  manageChannels: 'Gerenciar os canais',
  profile: 'Perfil',
  copyUsername: 'Copiar o nome de usuário',
  // Shortcuts
  keySwitcher: 'Ir para um canal, uma pessoa ou um servidor',
  keyNextChannel: 'Próximo canal',
  keyPreviousChannel: 'Canal anterior',
  keyNextUnread: 'Próximo canal com algo não lido',
  keyPreviousUnread: 'Canal anterior com algo não lido',
  keyNextRegion: 'Próxima parte da janela',
  keyPreviousRegion: 'Parte anterior da janela',
  keyShortcuts: 'Mostrar estes atalhos',
  keySendMessage: 'Enviar a mensagem',
  keyNewLine: 'Começar uma nova linha',
  keyEditLast: 'Editar a sua última mensagem, a partir de um campo vazio',
  keyCloseInnermost: 'Fechar o que foi aberto por último',
  // The switcher
  findAnything: 'Pessoas, canais, servidores e ações',
  isDm: 'Mensagem direta',
  isPerson: 'Pessoa',
  isServer: 'Servidor',
  isAction: 'Ação',
  nothingFound: 'Nada tem este nome. Tente uma parte dele ou as primeiras letras.',
};
