import type { AdminCheck, AuthOptions } from '@palaver/client';
import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { countedIn } from '@palaver/elements/i18n/counted.js';
import { nameIn } from '@palaver/elements/i18n/name-in.js';
import type { serviceAdminEn } from './service-admin.en.js';

const counted = countedIn('de');

const numbers = new Intl.NumberFormat('de');

/** The texts of the administration of the service in German. */
export const serviceAdminDe: CatalogueOf<typeof serviceAdminEn> = {
  administration: 'Verwaltung',
  people: 'Personen',
  peopleIntro:
    'Alle mit einem Konto bei diesem Dienst. Admins sehen keine Nachricht und keine Datei von irgendwem.',
  find: 'Nach dem Anfang eines Benutzernamens oder einer E-Mail-Adresse suchen',
  createAccount: 'Konto erstellen',
  registrationModes: (mode) => nameIn(MODES, mode),
  makeAdmin: 'Zum Admin machen',
  unmakeAdmin: 'Verwaltung entziehen',
  deactivate: 'Deaktivieren',
  reactivate: 'Wieder aktivieren',
  resetPassword: 'Neues Passwort setzen',
  resetFactors: 'Zweite Faktoren entfernen',
  admin: 'Admin',
  deactivated: 'Deaktiviert',
  isAdmin: 'Ist Admin des Dienstes',
  email: 'E-Mail-Adresse (optional)',
  passwordOf: (name) => `Passwort von ${name}`,
  passwordOnce: 'Es wird nur jetzt angezeigt. Gib es auf einem sicheren Weg weiter.',
  lastUsed: (ago) => `aktiv ${ago}`,
  neverUsed: 'nie angemeldet',
  noOne: 'Niemand gefunden.',
  more: (name) => `Mehr zu ${name}`,
  sure: (what, name) => `${what}: ${name}?`,
  deactivateText:
    'Alle Sitzungen enden, und niemand kann sich mit diesem Konto anmelden, bis es wieder aktiviert wird. Was geschrieben wurde, bleibt.',
  resetPasswordText: 'Alle Sitzungen der Person enden. Du bekommst ein neues Passwort, das du weitergibst.',
  resetFactorsText:
    'Für alle, die Telefon und Wiederherstellungscodes verloren haben: Vergewissere dich, dass es wirklich die Person ist.',

  servers: 'Server',
  findServer: 'Nach dem Anfang des Namens suchen',
  serverDetail: (owner, members, channels) =>
    [
      `gehört @${owner}`,
      counted(members, { one: '# Mitglied', other: '# Mitglieder' }),
      counted(channels, { one: '# Kanal', other: '# Kanäle' }),
    ].join(' · '),
  deleteServer: (name) => `${name} löschen?`,
  deleteServerText: 'Alle Kanäle und Nachrichten sind dann endgültig weg.',
  noServers: 'Kein Server gefunden.',

  apiKeys: 'API-Schlüssel',
  apiKeysIntro:
    'Andere Backends rufen den Dienst damit auf. Für ein neues Geheimnis erstelle einen neuen Schlüssel und widerrufe den alten.',
  noKeys: 'Es gibt keine API-Schlüssel.',
  createKey: 'Schlüssel erstellen',
  keyName: 'Wofür er ist',
  keyMay: 'Was er darf',
  keyExpires: 'Läuft ab am (optional)',
  keyTokenOf: (name) => `Token von ${name}`,
  keyTokenHint: 'Er wird nur jetzt angezeigt. Wer ihn hat, darf alles, was der Schlüssel darf.',
  keyMadeBy: (name) => `erstellt von ${name}`,
  keyUsed: (ago) => `zuletzt benutzt ${ago}`,
  keyUnused: 'nie benutzt',
  keyUntil: (moment) => `läuft ab am ${moment}`,
  keyOver: 'abgelaufen',
  revoke: 'Widerrufen',
  revokeKey: (name) => `${name} widerrufen?`,
  revokeKeyText:
    'Er wird von da an abgelehnt, und seine Verbindungen werden geschlossen. Was ihn benutzt, hört auf zu arbeiten.',

  holds: 'Aufbewahrungen',
  holdsIntro:
    'Was aufbewahrt wird, geht nicht verloren: Bearbeitete und gelöschte Texte bleiben für Admins erhalten. Einen Server wählst du in der Liste der Server.',
  noHolds: 'Nichts wird aufbewahrt.',
  holdServer: 'Aufbewahren',
  holdOf: (name) => `${name} aufbewahren`,
  holdChannel: 'Kanal aufbewahren',
  channelId: 'ID des Kanals oder der Direktnachricht',
  holdReason: 'Grund (andere Admins sehen ihn)',
  heldServer: (name) => `Der Server ${name}`,
  heldChannel: (id) => `Der Kanal ${id}`,
  askedBy: (name) => `von ${name}`,
  askedByOperator: 'vom Betreiber',
  askedByProgram: 'vom Betreiber oder einem API-Schlüssel',
  liftHold: 'Aufheben',
  liftHoldOf: (name) => `Aufbewahrung aufheben? ${name}`,
  liftHoldText: 'Was nur dafür aufbewahrt wurde, wird bei der nächsten Bereinigung endgültig gelöscht.',
  erasures: 'Löschungen',
  erasuresIntro: 'Was endgültig gelöscht werden soll, und wie weit es ist.',
  noErasures: 'Es wurde keine Löschung verlangt.',
  erasureOfChannel: (id, server) => `Nachrichten des Kanals ${id} in ${server}`,
  erasureOfMember: (user, server) => `Nachrichten von ${user} in ${server}`,
  erasureOfUser: (user) => `Das Konto ${user} und alle seine Nachrichten`,
  erasureOfAccount: (user) => `Das Konto ${user}`,
  erasureRunning: 'Läuft',
  erasureEnded: (moment) => `Beendet am ${moment}`,
  erasedBefore: (moment) => `von vor ${moment}`,
  removedMessages: (n) => counted(n, { one: '# Nachricht gelöscht', other: '# Nachrichten gelöscht' }),

  configuration: 'Konfiguration',
  configurationIntro: 'Wie der Dienst betrieben wird und ob funktioniert, was er braucht.',
  testMail: 'Test-E-Mail',
  testMailText: 'Sie wird sofort gesendet und steht im Audit-Protokoll.',
  testMailTo: 'An (leer: deine eigene bestätigte Adresse)',
  sendTestMail: 'Test-E-Mail senden',
  testMailSent: (address: string) => `Der Mailserver hat die E-Mail an ${address} angenommen.`,
  checks: 'Prüfungen',
  checksText:
    'Dieselben wie bei palaver doctor: Datenbank, Speicherplatz, Mailserver, öffentliche Adresse und was sonst konfiguriert ist.',
  checkNow: 'Jetzt prüfen',
  checking: 'Wird geprüft…',
  checkStatus: (status: string) => nameIn(CHECK_STATUS, status),
  variables: 'Variablen',
  variablesText: 'Was auf dem Knoten gilt, der antwortet. Geheimnisse werden nicht gezeigt.',
  isDefault: 'Standard',
  secretSet: 'gesetzt',
  unset: 'nicht gesetzt',

  auditLog: 'Protokoll',
  auditIntro: 'Was Admins und der Betreiber getan haben. Niemand kann es ändern.',
  imports: 'Importe',
  importsIntro:
    'Server, die aus Palaver, Slack, Mattermost, Discord, Rocket.Chat und Zulip hierher umziehen.',
  newImport: 'Ein Archiv importieren',
  newImportText:
    'Ein Archiv ist ein Export von Palaver oder das, was dieser Befehl aus dem Export eines anderen Systems macht (convert-slack, convert-mattermost, convert-discord, convert-rocketchat, convert-zulip):',
  archive: 'Archiv (.zip)',
  deleteMissing: 'Löschen, was fehlt',
  deleteMissingText:
    'Für ein späteres Archiv desselben Servers: Nachrichten, die das frühere hatte und dieses nicht, werden gelöscht. Was hier geschrieben wurde, bleibt.',
  checkArchive: 'Prüfen',
  importArchive: 'Importieren',
  sending: 'Das Archiv wird gesendet',
  earlierImports: 'Alle Importe',
  noImports: 'Es wurde noch nichts importiert.',
  showImport: 'Zeigen',
  importStates: (state) => IMPORT_STATES[state] ?? state,
  importLines: (done, lines) => `${numbers.format(done)} von ${numbers.format(lines)} Zeilen`,
  importPace: (perSecond, end) => `${numbers.format(perSecond)} pro Sekunde, fertig ${end}`,
  importWritten: ({ users, messages, files }) =>
    `neue Konten: ${numbers.format(users)} · Nachrichten: ${numbers.format(messages)} · Dateien: ${numbers.format(files)}`,
  importDeleted: (messages) => `gelöschte Nachrichten: ${numbers.format(messages)}`,
  importUpdates: 'Den Server gibt es hier schon. Das Neue in diesem Archiv kommt hinzu.',
  foundAccounts: (accounts) => `Konten, die es hier schon gibt: ${numbers.format(accounts)}`,
  foundAccountsText:
    'Was diese Leute dort geschrieben haben, erscheint als das Ihre. Niemand sonst gilt als ein Konto, das es hier gibt.',
  foundBy: (how) => FOUND_BY[how] ?? how,
  linesOfExport: 'Was aus jeder Zeile des Exports wird',
  kindOfLine: 'Zeile',
  linesRead: 'gelesen',
  linesTaken: 'übernommen',
  linesChanged: 'geändert',
  linesLeftOut: 'weggelassen',
  noMembers: (people) => `Leute, die schreiben und keine Mitglieder werden: ${numbers.format(people)}`,
  letIn: 'Leute hereinlassen',
  letInText:
    'Mitglieder ohne Passwort bekommen einen Link, um eines zu setzen. Er gilt einmal, sieben Tage lang, und beendet einen früheren.',
  mailLinks: 'Links per Mail senden',
  listLinks: 'Liste der Links herunterladen',
  linksMailed: (people) => `Mails unterwegs: ${numbers.format(people)}`,
  linksListed: (people) => `Links in der Liste: ${numbers.format(people)}`,
};

const MODES: Readonly<Record<AuthOptions['registration'], string>> = {
  open: 'Alle dürfen ein Konto erstellen (REGISTRATION=open).',
  invite: 'Wer eine Einladung zu einem Server hat, darf ein Konto erstellen (REGISTRATION=invite).',
  closed: 'Nur Admins erstellen Konten (REGISTRATION=closed).',
};

const IMPORT_STATES: Readonly<Record<string, string>> = {
  checking: 'Das Archiv wird geprüft',
  importing: 'Es wird importiert',
  joining: 'Seine Mitglieder treten bei',
  done: 'Importiert',
  checked: 'Geprüft: Es kann importiert werden',
  failed: 'Es kann nicht importiert werden',
  cancelled: 'Abgebrochen',
};

const FOUND_BY: Readonly<Record<string, string>> = {
  earlierImport: 'durch einen früheren Import',
  id: 'durch dieselbe ID',
  externalId: 'durch die externe ID',
  email: 'durch eine bestätigte Adresse',
};

const CHECK_STATUS: Readonly<Record<AdminCheck['status'], string>> = {
  ok: 'In Ordnung',
  warn: 'Warnung',
  fail: 'Fehler',
};
