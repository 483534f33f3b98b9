import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { textIn } from '@palaver/elements/i18n/name-in.js';
import type { SignInReason, signInEn } from './sign-in.en.js';

/** The texts of signing in and up in French. */
export const signInFr: CatalogueOf<typeof signInEn> = {
  withProvider: (name) => `Continuer avec ${name}`,
  or: 'ou',
  withPasskey: 'Utiliser une clé d’accès',
  forgotten: 'Mot de passe oublié ?',
  registrationClosed: 'Personne ne peut créer de compte ici. Demandez-en un à qui exploite ce service.',
  registrationByInvite: 'Il faut une invitation pour créer un compte. Ouvrez le lien de la vôtre.',
  secondTitle: 'Encore une étape',
  secondText: 'Votre compte a un second facteur.',
  totp: 'Code de votre application d’authentification',
  recoveryCode: 'Code de récupération',
  passkey: 'Utiliser une clé d’accès',
  totpInstead: 'Utiliser un code de l’application d’authentification',
  recoveryInstead: 'Utiliser un code de récupération',
  continue: 'Continuer',
  backToSignIn: 'Retour à la connexion',
  forgottenTitle: 'Un nouveau mot de passe',
  forgottenText:
    'Saisissez l’adresse e-mail de votre compte. Si elle est connue ici, un lien lui sera envoyé.',
  email: 'Adresse e-mail',
  emailIfAny: 'Adresse e-mail (facultatif)',
  shareTimezone: (zone) => `Montrer aux autres l’heure qu’il est chez moi (${zone})`,
  whyEmail: 'Elle vous permet de revenir si vous oubliez votre mot de passe. Les autres ne la voient pas.',
  sendLink: 'Envoyer le lien',
  linkSent: 'Consultez votre boîte mail. Le lien est valable 30 minutes.',
  signingIn: 'Connexion…',
  linked: (name) => `${name} est lié à votre compte.`,
  replaceTitle: 'Vous êtes déjà connecté',
  replaceText: 'Une autre connexion revient d’un fournisseur. Elle remplacerait la connexion actuelle.',
  replace: 'Se reconnecter',
  keepSession: 'Rester ainsi',
  verifyTitle: 'Confirmez votre adresse e-mail',
  verifySignIn:
    'Connectez-vous au compte pour lequel cette adresse a été indiquée, et confirmez-la là. Si vous ne l’avez pas indiquée, ou si vous ne pouvez pas vous connecter, définissez plutôt un nouveau mot de passe.',
  verifyText: 'Elle sera ensuite l’adresse de votre compte.',
  verify: 'Confirmer l’adresse',
  verified: 'Votre adresse est confirmée.',
  refused: 'La connexion a échoué.',
  reasons: (code) => textIn(REASONS, code) ?? 'Réessayez, ou connectez-vous autrement.',
};

const REASONS: Readonly<Record<SignInReason, string>> = {
  ACCOUNT_DEACTIVATED: 'Ce compte est désactivé.',
  REGISTRATION_CLOSED: 'Vous n’avez pas de compte ici, et personne ne peut en créer.',
  INVITE_REQUIRED: 'Vous n’avez pas de compte ici. Ouvrez le lien d’une invitation pour en créer un.',
  INVITE_NOT_FOUND: 'L’invitation n’existe plus.',
  EMAIL_NEEDS_LINK:
    'Un compte ici a votre adresse e-mail. Connectez-vous à ce compte, et liez ce fournisseur dans ses paramètres.',
  IDENTITY_TAKEN: 'Cette identité est liée à un autre compte ici.',
  PROVIDER_ALREADY_LINKED: 'Votre compte est lié à un autre compte là-bas.',
  PROVIDER_UNAVAILABLE: 'Le fournisseur ne répond pas. Réessayez dans un instant.',
  SIGN_IN_ENDED: 'Cela a pris trop de temps, ou a commencé dans un autre navigateur.',
};
