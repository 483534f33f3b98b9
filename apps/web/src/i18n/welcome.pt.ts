import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { welcomeEn } from './welcome.en.js';

/** The texts of the first run in Portuguese. */
export const welcomePt: CatalogueOf<typeof welcomeEn> = {
  title: 'Boas-vindas ao Palaver',
  intro: 'Este serviço é novo e ainda não é de ninguém. Crie a conta que será a proprietária.',
  ownerMay: 'O proprietário decide quem pode ter uma conta e ajuda quem perdeu o acesso.',
  codeFound: 'O código de configuração estava no endereço. Você não precisa digitar nada.',
  code: 'Código de configuração',
  codeHint:
    'O serviço o mostra ao iniciar: no fim de um endereço no terminal, ou no arquivo operator/setup-code da pasta de dados. Ele vale por uma hora.',
  whyCode: 'Por que um código?',
  whyCodeText:
    'Outra pessoa poderia ter aberto esta página antes de você. O código mostra que é você quem mantém o serviço.',
  become: 'Tornar-se proprietário',
  or: 'Ou:',
  justRegister: 'criar uma conta comum',
  nextTitle: (name) => `Olá, ${name}!`,
  nextIntro: 'Por onde você quer começar?',
  ownServer: 'O seu próprio servidor',
  ownServerText: 'Um lugar para a sua equipe, com um primeiro canal. Você convida pessoas por um link.',
  demo: 'Uma demonstração para ver',
  demoText: 'Um servidor com três pessoas, quatro canais e o que elas dizem. Exclua quando quiser.',
  makeDemo: 'Criar a demonstração',
  making: (percent) => `Preenchendo a demonstração: ${percent}%`,
  later: 'Mais tarde',
  tips: 'Bom saber',
  tipKeys: 'Ctrl K ou ⌘ K leva a qualquer canal e a qualquer pessoa.',
  tipSettings:
    'A engrenagem abaixo dos seus canais tem o seu perfil, as suas notificações e a sua segurança.',
  tipApi: 'Tudo aqui usa a API pública. A referência dela está em',
};
