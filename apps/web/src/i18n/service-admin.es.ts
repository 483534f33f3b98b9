import type { AdminCheck, AuthOptions } from '@palaver/client';
import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { countedIn } from '@palaver/elements/i18n/counted.js';
import { nameIn } from '@palaver/elements/i18n/name-in.js';
import type { serviceAdminEn } from './service-admin.en.js';

const counted = countedIn('es');

const numbers = new Intl.NumberFormat('es');

/** The texts of the administration of the service in Spanish. */
export const serviceAdminEs: CatalogueOf<typeof serviceAdminEn> = {
  administration: 'Administración',
  people: 'Personas',
  peopleIntro:
    'Todas las personas con una cuenta en este servicio. Los administradores no ven mensajes ni archivos de nadie.',
  find: 'Buscar por el comienzo del nombre de usuario o del correo',
  createAccount: 'Crear una cuenta',
  registrationModes: (mode) => nameIn(MODES, mode),
  makeAdmin: 'Hacer administrador',
  unmakeAdmin: 'Quitar la administración',
  deactivate: 'Desactivar',
  reactivate: 'Reactivar',
  resetPassword: 'Poner una contraseña nueva',
  resetFactors: 'Quitar los segundos factores',
  admin: 'Administrador',
  deactivated: 'Desactivada',
  isAdmin: 'Es administrador del servicio',
  email: 'Correo electrónico (opcional)',
  passwordOf: (name) => `Contraseña de ${name}`,
  passwordOnce: 'Solo se muestra ahora. Envíala por un medio seguro.',
  lastUsed: (ago) => `activo ${ago}`,
  neverUsed: 'sin iniciar sesión',
  noOne: 'No se ha encontrado a nadie.',
  more: (name) => `Más sobre ${name}`,
  sure: (what, name) => `${what}: ¿${name}?`,
  deactivateText:
    'Se cierran todas las sesiones y nadie puede entrar con esta cuenta hasta que se reactive. Lo escrito se queda.',
  resetPasswordText:
    'Se cierran todas las sesiones de la persona. Recibes una contraseña nueva para dársela.',
  resetFactorsText:
    'Para quien ha perdido el teléfono y los códigos de recuperación: asegúrate de que es esa persona.',

  servers: 'Servidores',
  findServer: 'Buscar por el comienzo del nombre',
  serverDetail: (owner, members, channels) =>
    [
      `de @${owner}`,
      counted(members, { one: '# miembro', other: '# miembros' }),
      counted(channels, { one: '# canal', other: '# canales' }),
    ].join(' · '),
  deleteServer: (name) => `¿Eliminar ${name}?`,
  deleteServerText: 'Todos los canales y mensajes desaparecen para siempre.',
  noServers: 'No se ha encontrado ningún servidor.',

  apiKeys: 'Claves de API',
  apiKeysIntro:
    'Otros sistemas llaman al servicio con ellas. Para un secreto nuevo, crea otra clave y revoca la anterior.',
  noKeys: 'No hay claves de API.',
  createKey: 'Crear una clave',
  keyName: 'Para qué es',
  keyMay: 'Qué puede hacer',
  keyExpires: 'Caduca el (opcional)',
  keyTokenOf: (name) => `Token de ${name}`,
  keyTokenHint: 'Solo se muestra ahora. Quien lo tiene puede hacer lo que puede la clave.',
  keyMadeBy: (name) => `creada por ${name}`,
  keyUsed: (ago) => `usada por última vez ${ago}`,
  keyUnused: 'nunca usada',
  keyUntil: (moment) => `caduca el ${moment}`,
  keyOver: 'caducada',
  revoke: 'Revocar',
  revokeKey: (name) => `¿Revocar ${name}?`,
  revokeKeyText: 'Desde entonces se rechaza y sus conexiones se cierran. Lo que la usa deja de funcionar.',

  holds: 'Retenciones legales',
  holdsIntro:
    'Lo retenido no se pierde: los textos editados o eliminados se guardan para los administradores. Un servidor se retiene desde la lista de servidores.',
  noHolds: 'No hay nada retenido.',
  holdServer: 'Retener',
  holdOf: (name) => `Retener ${name}`,
  holdChannel: 'Retener un canal',
  channelId: 'Identificador del canal o del mensaje directo',
  holdReason: 'Motivo (lo ven otros administradores)',
  heldServer: (name) => `El servidor ${name}`,
  heldChannel: (id) => `El canal ${id}`,
  askedBy: (name) => `por ${name}`,
  askedByOperator: 'por el operador',
  askedByProgram: 'por el operador o una clave de API',
  liftHold: 'Levantar',
  liftHoldOf: (name) => `¿Levantar la retención? ${name}`,
  liftHoldText: 'Lo que solo esta retención guardaba se elimina para siempre en la próxima limpieza.',
  erasures: 'Borrados',
  erasuresIntro: 'Lo que se pidió borrar para siempre y cuánto se ha hecho.',
  noErasures: 'No se ha pedido borrar nada.',
  erasureOfChannel: (id, server) => `Mensajes del canal ${id} en ${server}`,
  erasureOfMember: (user, server) => `Mensajes de ${user} en ${server}`,
  erasureOfUser: (user) => `La cuenta ${user} y todos sus mensajes`,
  erasureOfAccount: (user) => `La cuenta ${user}`,
  erasureRunning: 'En curso',
  erasureEnded: (moment) => `Terminado el ${moment}`,
  erasedBefore: (moment) => `anteriores a ${moment}`,
  removedMessages: (n) => counted(n, { one: '# mensaje eliminado', other: '# mensajes eliminados' }),

  configuration: 'Configuración',
  configurationIntro: 'Cómo se opera el servicio y si funciona lo que necesita.',
  testMail: 'Correo de prueba',
  testMailText: 'Se envía de inmediato y queda en el registro de auditoría.',
  testMailTo: 'Para (vacío: tu propia dirección verificada)',
  sendTestMail: 'Enviar un correo de prueba',
  testMailSent: (address: string) => `El servidor de correo ha aceptado el correo para ${address}.`,
  checks: 'Comprobaciones',
  checksText:
    'Las mismas que palaver doctor: la base de datos, el disco, el servidor de correo, la dirección pública y lo demás que esté configurado.',
  checkNow: 'Comprobar ahora',
  checking: 'Comprobando…',
  checkStatus: (status: string) => nameIn(CHECK_STATUS, status),
  variables: 'Variables',
  variablesText: 'Lo que rige en el nodo que responde. Los secretos no se muestran.',
  isDefault: 'predeterminado',
  secretSet: 'definido',
  unset: 'sin definir',

  auditLog: 'Registro de auditoría',
  auditIntro: 'Lo que han hecho los administradores y el operador. Nadie puede cambiarlo.',
  imports: 'Importaciones',
  importsIntro:
    'Servidores que se mudan aquí desde Palaver, Slack, Mattermost, Discord, Rocket.Chat y Zulip.',
  newImport: 'Importar un archivo',
  newImportText:
    'Un archivo es una exportación de Palaver, o lo que este comando hace con la exportación de otro sistema (convert-slack, convert-mattermost, convert-discord, convert-rocketchat, convert-zulip):',
  archive: 'Archivo (.zip)',
  deleteMissing: 'Eliminar lo que falta',
  deleteMissingText:
    'Para un archivo posterior del mismo servidor: se eliminan los mensajes que tenía el anterior y este no. Lo escrito aquí se queda.',
  checkArchive: 'Comprobar',
  importArchive: 'Importar',
  sending: 'Enviando el archivo',
  earlierImports: 'Todas las importaciones',
  noImports: 'Todavía no se ha importado nada.',
  showImport: 'Mostrar',
  importStates: (state) => IMPORT_STATES[state] ?? state,
  importLines: (done, lines) => `${numbers.format(done)} de ${numbers.format(lines)} líneas`,
  importPace: (perSecond, end) => `${numbers.format(perSecond)} por segundo, listo ${end}`,
  importWritten: ({ users, messages, files }) =>
    `cuentas nuevas: ${numbers.format(users)} · mensajes: ${numbers.format(messages)} · archivos: ${numbers.format(files)}`,
  importDeleted: (messages) => `mensajes eliminados: ${numbers.format(messages)}`,
  importUpdates: 'El servidor ya está aquí. Se le añade lo nuevo de este archivo.',
  foundAccounts: (accounts) => `Cuentas que ya están aquí: ${numbers.format(accounts)}`,
  foundAccountsText:
    'Lo que estas personas escribieron allí se muestra como suyo. A nadie más se le toma por una cuenta de aquí.',
  foundBy: (how) => FOUND_BY[how] ?? how,
  linesOfExport: 'Qué pasa con cada línea de la exportación',
  kindOfLine: 'Línea',
  linesRead: 'leídas',
  linesTaken: 'tomadas',
  linesChanged: 'cambiadas',
  linesLeftOut: 'omitidas',
  noMembers: (people) => `Personas que escriben y no pasan a ser miembros: ${numbers.format(people)}`,
  letIn: 'Dejar entrar a las personas',
  letInText:
    'Los miembros sin contraseña reciben un enlace para ponerla. Sirve una vez, durante siete días, y anula un enlace anterior.',
  mailLinks: 'Enviar los enlaces por correo',
  listLinks: 'Descargar una lista de enlaces',
  linksMailed: (people) => `Correos en camino: ${numbers.format(people)}`,
  linksListed: (people) => `Enlaces en la lista: ${numbers.format(people)}`,
};

const MODES: Readonly<Record<AuthOptions['registration'], string>> = {
  open: 'Cualquiera puede crear una cuenta (REGISTRATION=open).',
  invite: 'Quien tiene una invitación a un servidor puede crear una cuenta (REGISTRATION=invite).',
  closed: 'Solo los administradores crean cuentas (REGISTRATION=closed).',
};

const IMPORT_STATES: Readonly<Record<string, string>> = {
  checking: 'Se está comprobando el archivo',
  importing: 'Se está importando',
  joining: 'Se están uniendo sus miembros',
  done: 'Importado',
  checked: 'Comprobado: se puede importar',
  failed: 'No se puede importar',
  cancelled: 'Cancelado',
};

const FOUND_BY: Readonly<Record<string, string>> = {
  earlierImport: 'por una importación anterior',
  id: 'por el mismo id',
  externalId: 'por el id externo',
  email: 'por una dirección verificada',
};

const CHECK_STATUS: Readonly<Record<AdminCheck['status'], string>> = {
  ok: 'Correcto',
  warn: 'Advertencia',
  fail: 'Falla',
};
