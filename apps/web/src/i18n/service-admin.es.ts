import type { AuthOptions } from '@palaver/client';
import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { countedIn } from '@palaver/elements/i18n/counted.js';
import { nameIn } from '@palaver/elements/i18n/name-in.js';
import type { serviceAdminEn } from './service-admin.en.js';

const counted = countedIn('es');

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

  auditLog: 'Registro de auditoría',
  auditIntro: 'Lo que han hecho los administradores y el operador. Nadie puede cambiarlo.',
};

const MODES: Readonly<Record<AuthOptions['registration'], string>> = {
  open: 'Cualquiera puede crear una cuenta (REGISTRATION=open).',
  invite: 'Quien tiene una invitación a un servidor puede crear una cuenta (REGISTRATION=invite).',
  closed: 'Solo los administradores crean cuentas (REGISTRATION=closed).',
};
