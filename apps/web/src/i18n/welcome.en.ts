/** The texts of the first run. */
export const welcomeEn = {
  title: 'Welcome to Palaver',
  intro: 'This service is new, and nobody owns it yet. Make the account that does.',
  ownerMay: 'The owner decides who may have an account, and helps people who are locked out.',
  codeFound: 'The setup code was in the address. Nothing to type.',
  code: 'Setup code',
  codeHint:
    'The start of the service shows it: as the end of an address on the terminal, or in the file operator/setup-code of its data folder. It works for an hour.',
  whyCode: 'Why a code?',
  whyCodeText:
    'Somebody else could have opened this page before you. The code shows that you run the service.',
  become: 'Become the owner',
  or: 'Or:',
  justRegister: 'make an ordinary account',
  nextTitle: (name: string) => `Hello, ${name}!`,
  nextIntro: 'Where do you want to begin?',
  ownServer: 'Your own server',
  ownServerText: 'A place for your team, with a channel to begin with. You invite people by a link.',
  demo: 'A demo to look at',
  demoText: 'A server with three people, four channels and what they say. Delete it whenever you like.',
  makeDemo: 'Make the demo',
  making: (percent: number) => `Filling the demo: ${percent} %`,
  later: 'Later',
  tips: 'Good to know',
  tipKeys: 'Ctrl K or ⌘ K leads to any channel and any person.',
  tipSettings: 'The gear below your channels has your profile, your notifications and your security.',
  tipApi: 'Everything here uses the public API. Its reference is at',
} as const;
