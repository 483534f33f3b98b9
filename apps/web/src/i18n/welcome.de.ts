import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { welcomeEn } from './welcome.en.js';

/** The texts of the first run in German. */
export const welcomeDe: CatalogueOf<typeof welcomeEn> = {
  title: 'Willkommen bei Palaver',
  intro: 'Dieser Dienst ist neu und gehört noch niemandem. Erstelle das Konto, dem er gehört.',
  ownerMay:
    'Der Eigentümer entscheidet, wer ein Konto haben darf, und hilft allen, die sich ausgesperrt haben.',
  codeFound: 'Der Einrichtungscode stand in der Adresse. Du musst nichts eintippen.',
  code: 'Einrichtungscode',
  codeHint:
    'Der Dienst zeigt ihn beim Start: am Ende einer Adresse im Terminal oder in der Datei operator/setup-code seines Datenordners. Er gilt eine Stunde.',
  whyCode: 'Wozu ein Code?',
  whyCodeText:
    'Jemand anderes könnte diese Seite vor dir geöffnet haben. Der Code zeigt, dass du den Dienst betreibst.',
  become: 'Eigentümer werden',
  or: 'Oder:',
  justRegister: 'ein gewöhnliches Konto erstellen',
  nextTitle: (name) => `Hallo, ${name}!`,
  nextIntro: 'Womit möchtest du anfangen?',
  ownServer: 'Dein eigener Server',
  ownServerText: 'Ein Ort für dein Team, mit einem ersten Kanal. Leute lädst du mit einem Link ein.',
  demo: 'Eine Demo zum Anschauen',
  demoText: 'Ein Server mit drei Personen, vier Kanälen und dem, was sie sagen. Lösche ihn, wann du willst.',
  makeDemo: 'Demo erstellen',
  making: (percent) => `Demo wird gefüllt: ${percent} %`,
  later: 'Später',
  tips: 'Gut zu wissen',
  tipKeys: 'Strg K oder ⌘ K führt zu jedem Kanal und jeder Person.',
  tipSettings:
    'Hinter dem Zahnrad unter deinen Kanälen findest du dein Profil, deine Benachrichtigungen und deine Sicherheit.',
  tipApi: 'Alles hier nutzt die öffentliche API. Ihre Referenz steht unter',
};
