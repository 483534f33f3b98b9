import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { textIn } from '@palaver/elements/i18n/name-in.js';
import type { SignInReason, signInEn } from './sign-in.en.js';

/** The texts of signing in and up in Portuguese. */
export const signInPt: CatalogueOf<typeof signInEn> = {
  withProvider: (name) => `Continuar com ${name}`,
  or: 'ou',
  withPasskey: 'Usar uma chave de acesso',
  forgotten: 'Esqueceu a senha?',
  registrationClosed: 'Ninguém pode criar uma conta aqui. Peça uma a quem mantém este serviço.',
  registrationByInvite: 'Para criar uma conta é preciso um convite. Abra o link do seu.',
  secondTitle: 'Mais um passo',
  secondText: 'A sua conta tem um segundo fator.',
  totp: 'Código do seu app autenticador',
  recoveryCode: 'Código de recuperação',
  passkey: 'Usar uma chave de acesso',
  totpInstead: 'Usar um código do app autenticador',
  recoveryInstead: 'Usar um código de recuperação',
  continue: 'Continuar',
  backToSignIn: 'Voltar para a entrada',
  forgottenTitle: 'Uma nova senha',
  forgottenText: 'Digite o e-mail da sua conta. Se ele for conhecido aqui, receberá um link.',
  email: 'E-mail',
  emailIfAny: 'Endereço de e-mail (opcional)',
  shareTimezone: (zone) => `Mostrar aos outros que horas são para mim (${zone})`,
  whyEmail: 'Com ele você volta a entrar se esquecer a senha. Outras pessoas não o veem.',
  sendLink: 'Enviar o link',
  linkSent: 'Veja a sua caixa de e-mail. O link vale por 30 minutos.',
  signingIn: 'Entrando…',
  linked: (name) => `${name} está vinculado à sua conta.`,
  replaceTitle: 'Você já entrou',
  replaceText: 'Outra entrada voltou de um provedor. Ela tomaria o lugar da atual.',
  replace: 'Entrar de novo',
  keepSession: 'Ficar como estou',
  verifyTitle: 'Confirme o seu e-mail',
  verifySignIn:
    'Entre na conta para a qual este endereço foi informado e confirme-o lá. Se não foi você que o informou, ou se não consegue entrar, defina uma nova senha.',
  verifyText: 'A partir daí, ele será o endereço da sua conta.',
  verify: 'Confirmar o endereço',
  verified: 'O seu endereço está confirmado.',
  refused: 'Não foi possível entrar.',
  reasons: (code) => textIn(REASONS, code) ?? 'Tente de novo ou entre de outra forma.',
};

const REASONS: Readonly<Record<SignInReason, string>> = {
  ACCOUNT_DEACTIVATED: 'Esta conta está desativada.',
  REGISTRATION_CLOSED: 'Você não tem uma conta aqui, e ninguém pode criar uma.',
  INVITE_REQUIRED: 'Você não tem uma conta aqui. Abra o link de um convite para criar uma.',
  INVITE_NOT_FOUND: 'O convite não existe mais.',
  EMAIL_NEEDS_LINK: 'Uma conta daqui tem o seu e-mail. Entre nela e vincule este provedor nas configurações.',
  IDENTITY_TAKEN: 'Ele está vinculado a outra conta daqui.',
  PROVIDER_ALREADY_LINKED: 'A sua conta está vinculada a outra conta de lá.',
  PROVIDER_UNAVAILABLE: 'O provedor não responde. Tente de novo daqui a pouco.',
  SIGN_IN_ENDED: 'Demorou demais ou foi iniciado em outro navegador.',
};
