import type { AdminCheck, AuthOptions } from '@palaver/client';
import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { countedIn } from '@palaver/elements/i18n/counted.js';
import { nameIn } from '@palaver/elements/i18n/name-in.js';
import type { serviceAdminEn } from './service-admin.en.js';

const counted = countedIn('fr');

const numbers = new Intl.NumberFormat('fr');

/** The texts of the administration of the service in French. */
export const serviceAdminFr: CatalogueOf<typeof serviceAdminEn> = {
  administration: 'Administration',
  people: 'Personnes',
  peopleIntro:
    'Toutes les personnes qui ont un compte sur ce service. Les administrateurs ne voient les messages et les fichiers de personne.',
  find: 'Rechercher par le début d’un nom d’utilisateur ou d’une adresse e-mail',
  createAccount: 'Créer un compte',
  registrationModes: (mode) => nameIn(MODES, mode),
  makeAdmin: 'Nommer administrateur',
  unmakeAdmin: 'Retirer l’administration',
  deactivate: 'Désactiver',
  reactivate: 'Réactiver',
  resetPassword: 'Définir un nouveau mot de passe',
  resetFactors: 'Supprimer les seconds facteurs',
  admin: 'Administrateur',
  deactivated: 'Désactivé',
  isAdmin: 'Est administrateur du service',
  email: 'Adresse e-mail (facultative)',
  passwordOf: (name) => `Mot de passe de ${name}`,
  passwordOnce: 'Il n’est affiché que maintenant. Transmettez-le par un moyen sûr.',
  lastUsed: (ago) => `actif ${ago}`,
  neverUsed: 'jamais connecté',
  noOne: 'Personne n’a été trouvé.',
  more: (name) => `Plus sur ${name}`,
  sure: (what, name) => `${what} : ${name} ?`,
  deactivateText:
    'Toutes les sessions se terminent, et personne ne peut se connecter à ce compte tant qu’il n’est pas réactivé. Ce qui a été écrit reste.',
  resetPasswordText:
    'Toutes les sessions de la personne se terminent. Vous recevez un nouveau mot de passe à lui transmettre.',
  resetFactorsText:
    'Pour qui a perdu son téléphone et ses codes de récupération : assurez-vous qu’il s’agit bien de cette personne.',

  servers: 'Serveurs',
  findServer: 'Rechercher par le début du nom',
  serverDetail: (owner, members, channels) =>
    [
      `à @${owner}`,
      counted(members, { one: '# membre', other: '# membres' }),
      counted(channels, { one: '# canal', other: '# canaux' }),
    ].join(' · '),
  deleteServer: (name) => `Supprimer ${name} ?`,
  deleteServerText: 'Tous les canaux et messages disparaissent définitivement.',
  noServers: 'Aucun serveur trouvé.',

  apiKeys: 'Clés d’API',
  apiKeysIntro:
    'D’autres systèmes appellent le service avec elles. Pour un nouveau secret, créez une nouvelle clé et révoquez l’ancienne.',
  noKeys: 'Il n’y a pas de clés d’API.',
  createKey: 'Créer une clé',
  keyName: 'À quoi elle sert',
  keyMay: 'Ce qu’elle peut faire',
  keyExpires: 'Expire le (facultatif)',
  keyTokenOf: (name) => `Jeton de ${name}`,
  keyTokenHint: 'Il n’est affiché que maintenant. Qui l’a peut faire ce que peut la clé.',
  keyMadeBy: (name) => `créée par ${name}`,
  keyUsed: (ago) => `utilisée pour la dernière fois ${ago}`,
  keyUnused: 'jamais utilisée',
  keyUntil: (moment) => `expire le ${moment}`,
  keyOver: 'expirée',
  revoke: 'Révoquer',
  revokeKey: (name) => `Révoquer ${name} ?`,
  revokeKeyText:
    'Elle est alors refusée et ses connexions se ferment. Ce qui l’utilise cesse de fonctionner.',

  holds: 'Conservations légales',
  holdsIntro:
    'Ce qui est conservé n’est pas perdu : les textes modifiés ou supprimés restent gardés pour les administrateurs. Un serveur se choisit dans la liste des serveurs.',
  noHolds: 'Rien n’est conservé.',
  holdServer: 'Conserver',
  holdOf: (name) => `Conserver ${name}`,
  holdChannel: 'Conserver un canal',
  channelId: 'Identifiant du canal ou du message direct',
  holdReason: 'Motif (les autres administrateurs le voient)',
  heldServer: (name) => `Le serveur ${name}`,
  heldChannel: (id) => `Le canal ${id}`,
  askedBy: (name) => `par ${name}`,
  askedByOperator: 'par l’exploitant',
  askedByProgram: 'par l’exploitant ou une clé d’API',
  liftHold: 'Lever',
  liftHoldOf: (name) => `Lever la conservation ? ${name}`,
  liftHoldText: 'Ce que seule cette conservation gardait est supprimé définitivement au prochain nettoyage.',
  erasures: 'Effacements',
  erasuresIntro: 'Ce qu’on a demandé d’effacer définitivement, et où cela en est.',
  noErasures: 'Aucun effacement n’a été demandé.',
  erasureOfChannel: (id, server) => `Messages du canal ${id} dans ${server}`,
  erasureOfMember: (user, server) => `Messages de ${user} dans ${server}`,
  erasureOfUser: (user) => `Le compte ${user} et tous ses messages`,
  erasureOfAccount: (user) => `Le compte ${user}`,
  erasureRunning: 'En cours',
  erasureEnded: (moment) => `Terminé le ${moment}`,
  erasedBefore: (moment) => `d’avant ${moment}`,
  removedMessages: (n) => counted(n, { one: '# message supprimé', other: '# messages supprimés' }),

  configuration: 'Configuration',
  configurationIntro: 'Comment le service est exploité, et si ce dont il a besoin fonctionne.',
  testMail: 'E-mail de test',
  testMailText: 'Il est envoyé tout de suite et figure dans le journal d’audit.',
  testMailTo: 'À (vide : votre propre adresse vérifiée)',
  sendTestMail: 'Envoyer un e-mail de test',
  testMailSent: (address: string) => `Le serveur de messagerie a accepté l’e-mail pour ${address}.`,
  checks: 'Vérifications',
  checksText:
    'Les mêmes que palaver doctor : la base de données, le disque, le serveur de messagerie, l’adresse publique et tout ce qui est configuré.',
  checkNow: 'Vérifier maintenant',
  checking: 'Vérification…',
  checkStatus: (status: string) => nameIn(CHECK_STATUS, status),
  variables: 'Variables',
  variablesText: 'Ce qui est en vigueur sur le nœud qui répond. Les secrets ne sont pas affichés.',
  isDefault: 'par défaut',
  secretSet: 'défini',
  unset: 'non définie',

  auditLog: 'Journal d’audit',
  auditIntro: 'Ce qu’ont fait les administrateurs et l’exploitant. Personne ne peut le modifier.',
  imports: 'Importations',
  importsIntro:
    'Des serveurs qui emménagent ici depuis Palaver, Slack, Mattermost, Discord, Rocket.Chat et Zulip.',
  newImport: 'Importer une archive',
  newImportText:
    'Une archive est une exportation de Palaver, ou ce que cette commande fait de l’exportation d’un autre système (convert-slack, convert-mattermost, convert-discord, convert-rocketchat, convert-zulip) :',
  archive: 'Archive (.zip)',
  deleteMissing: 'Supprimer ce qui manque',
  deleteMissingText:
    'Pour une archive ultérieure du même serveur : les messages que la précédente avait et que celle-ci n’a pas sont supprimés. Ce qui a été écrit ici reste.',
  checkArchive: 'Vérifier',
  importArchive: 'Importer',
  sending: 'Envoi de l’archive',
  earlierImports: 'Toutes les importations',
  noImports: 'Rien n’a encore été importé.',
  showImport: 'Afficher',
  importStates: (state) => IMPORT_STATES[state] ?? state,
  importLines: (done, lines) => `${numbers.format(done)} sur ${numbers.format(lines)} lignes`,
  importPace: (perSecond, end) => `${numbers.format(perSecond)} par seconde, prêt ${end}`,
  importWritten: ({ users, messages, files }) =>
    `nouveaux comptes : ${numbers.format(users)} · messages : ${numbers.format(messages)} · fichiers : ${numbers.format(files)}`,
  importDeleted: (messages) => `messages supprimés : ${numbers.format(messages)}`,
  importUpdates: 'Le serveur est déjà ici. Ce qui est nouveau dans cette archive y est ajouté.',
  foundAccounts: (accounts) => `Comptes déjà présents ici : ${numbers.format(accounts)}`,
  foundAccountsText:
    'Ce que ces personnes ont écrit là-bas est affiché comme étant d’elles. Personne d’autre n’est pris pour un compte d’ici.',
  foundBy: (how) => FOUND_BY[how] ?? how,
  linesOfExport: 'Ce que devient chaque ligne de l’exportation',
  kindOfLine: 'Ligne',
  linesRead: 'lues',
  linesTaken: 'reprises',
  linesChanged: 'modifiées',
  linesLeftOut: 'omises',
  noMembers: (people) => `Personnes qui écrivent et ne deviennent pas membres : ${numbers.format(people)}`,
  letIn: 'Laisser entrer les personnes',
  letInText:
    'Les membres sans mot de passe reçoivent un lien pour en définir un. Il sert une fois, pendant sept jours, et met fin au lien précédent.',
  mailLinks: 'Envoyer les liens par e-mail',
  listLinks: 'Télécharger la liste des liens',
  linksMailed: (people) => `E-mails en route : ${numbers.format(people)}`,
  linksListed: (people) => `Liens dans la liste : ${numbers.format(people)}`,
};

const MODES: Readonly<Record<AuthOptions['registration'], string>> = {
  open: 'Tout le monde peut créer un compte (REGISTRATION=open).',
  invite: 'Qui a une invitation à un serveur peut créer un compte (REGISTRATION=invite).',
  closed: 'Seuls les administrateurs créent des comptes (REGISTRATION=closed).',
};

const IMPORT_STATES: Readonly<Record<string, string>> = {
  checking: 'L’archive est en cours de vérification',
  importing: 'Importation en cours',
  joining: 'Ses membres arrivent',
  done: 'Importée',
  checked: 'Vérifiée : elle peut être importée',
  failed: 'Elle ne peut pas être importée',
  cancelled: 'Annulée',
};

const FOUND_BY: Readonly<Record<string, string>> = {
  earlierImport: 'par une importation précédente',
  id: 'par le même identifiant',
  externalId: 'par l’identifiant externe',
  email: 'par une adresse vérifiée',
};

const CHECK_STATUS: Readonly<Record<AdminCheck['status'], string>> = {
  ok: 'En ordre',
  warn: 'Avertissement',
  fail: 'Échec',
};
