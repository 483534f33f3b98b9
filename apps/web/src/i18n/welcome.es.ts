import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { welcomeEn } from './welcome.en.js';

/** The texts of the first run in Spanish. */
export const welcomeEs: CatalogueOf<typeof welcomeEn> = {
  title: 'Te damos la bienvenida a Palaver',
  intro: 'Este servicio es nuevo y todavía no es de nadie. Crea la cuenta que será su propietaria.',
  ownerMay: 'El propietario decide quién puede tener una cuenta y ayuda a quien se ha quedado sin acceso.',
  codeFound: 'El código de configuración estaba en la dirección. No tienes que escribir nada.',
  code: 'Código de configuración',
  codeHint:
    'El servicio lo muestra al arrancar: al final de una dirección en el terminal, o en el archivo operator/setup-code de su carpeta de datos. Vale durante una hora.',
  whyCode: '¿Por qué un código?',
  whyCodeText:
    'Otra persona podría haber abierto esta página antes que tú. El código demuestra que tú llevas el servicio.',
  become: 'Ser propietario',
  or: 'O bien:',
  justRegister: 'crear una cuenta normal',
  nextTitle: (name) => `¡Hola, ${name}!`,
  nextIntro: '¿Por dónde quieres empezar?',
  ownServer: 'Tu propio servidor',
  ownServerText: 'Un lugar para tu equipo, con un primer canal. Se invita a la gente con un enlace.',
  demo: 'Una demo para mirar',
  demoText: 'Un servidor con tres personas, cuatro canales y lo que dicen. Elimínalo cuando quieras.',
  makeDemo: 'Crear la demo',
  making: (percent) => `Llenando la demo: ${percent} %`,
  later: 'Más tarde',
  tips: 'Conviene saber',
  tipKeys: 'Ctrl K o ⌘ K lleva a cualquier canal y a cualquier persona.',
  tipSettings: 'En el engranaje debajo de tus canales están tu perfil, tus notificaciones y tu seguridad.',
  tipApi: 'Todo aquí usa la API pública. Su referencia está en',
};
