import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { textIn } from '@palaver/elements/i18n/name-in.js';
import type { SignInReason, signInEn } from './sign-in.en.js';

/** The texts of signing in and up in Spanish. */
export const signInEs: CatalogueOf<typeof signInEn> = {
  withProvider: (name) => `Continuar con ${name}`,
  or: 'o',
  withPasskey: 'Usar una clave de acceso',
  forgotten: '¿Has olvidado la contraseña?',
  registrationClosed: 'Aquí nadie puede crear una cuenta. Pídesela a quien lleva este servicio.',
  registrationByInvite: 'Para crear una cuenta hace falta una invitación. Abre el enlace de la tuya.',
  secondTitle: 'Un paso más',
  secondText: 'Tu cuenta tiene un segundo factor.',
  totp: 'Código de tu app de autenticación',
  recoveryCode: 'Código de recuperación',
  passkey: 'Usar una clave de acceso',
  totpInstead: 'Usar un código de la app de autenticación',
  recoveryInstead: 'Usar un código de recuperación',
  continue: 'Continuar',
  backToSignIn: 'Volver al inicio de sesión',
  forgottenTitle: 'Una contraseña nueva',
  forgottenText: 'Escribe el correo electrónico de tu cuenta. Si se conoce aquí, recibirás un enlace.',
  email: 'Correo electrónico',
  emailIfAny: 'Correo electrónico (opcional)',
  shareTimezone: (zone) => `Mostrar a los demás qué hora es para mí (${zone})`,
  whyEmail: 'Con él vuelves a entrar si olvidas la contraseña. Otras personas no lo ven.',
  sendLink: 'Enviar el enlace',
  linkSent: 'Mira tu correo. El enlace vale durante 30 minutos.',
  signingIn: 'Iniciando sesión…',
  linked: (name) => `${name} está vinculado a tu cuenta.`,
  replaceTitle: 'Ya has iniciado sesión',
  replaceText: 'Ha vuelto otro inicio de sesión de un proveedor. Sustituiría al actual.',
  replace: 'Iniciar sesión de nuevo',
  keepSession: 'Seguir como estoy',
  verifyTitle: 'Confirma tu correo electrónico',
  verifySignIn:
    'Inicia sesión en la cuenta para la que se dio esta dirección y confírmala allí. Si no la diste tú o no puedes entrar, pon una contraseña nueva.',
  verifyText: 'A partir de entonces será la dirección de tu cuenta.',
  verify: 'Confirmar la dirección',
  verified: 'Tu dirección está confirmada.',
  refused: 'No se ha podido iniciar sesión.',
  reasons: (code) => textIn(REASONS, code) ?? 'Inténtalo de nuevo o inicia sesión de otra manera.',
};

const REASONS: Readonly<Record<SignInReason, string>> = {
  ACCOUNT_DEACTIVATED: 'Esta cuenta está desactivada.',
  REGISTRATION_CLOSED: 'No tienes cuenta aquí y nadie puede crear una.',
  INVITE_REQUIRED: 'No tienes cuenta aquí. Abre el enlace de una invitación para crear una.',
  INVITE_NOT_FOUND: 'La invitación ya no existe.',
  EMAIL_NEEDS_LINK:
    'Una cuenta de aquí tiene tu correo electrónico. Inicia sesión en ella y vincula este proveedor en sus ajustes.',
  IDENTITY_TAKEN: 'Está vinculado a otra cuenta de aquí.',
  PROVIDER_ALREADY_LINKED: 'Tu cuenta está vinculada a otra cuenta de allí.',
  PROVIDER_UNAVAILABLE: 'El proveedor no responde. Inténtalo de nuevo en un momento.',
  SIGN_IN_ENDED: 'Ha tardado demasiado o se empezó en otro navegador.',
};
