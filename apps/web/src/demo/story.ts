/** A person of the demo. */
export interface DemoPerson {
  readonly name: string;
  readonly displayName: string;
  readonly status: string;
  readonly statusEmoji: string;
}

export interface DemoMessage {
  readonly who: string;
  readonly text: string;
  readonly reactions?: readonly (readonly [emoji: string, ...who: string[]])[];
  readonly replies?: readonly { readonly who: string; readonly text: string }[];
  readonly isPinned?: boolean;
}

export interface DemoChannel {
  readonly name: string;
  readonly topic: string;
  readonly group?: string;
  readonly messages: readonly DemoMessage[];
}

export const DEMO_SERVER = 'Rosewood Studio';

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { name: 'ada', displayName: 'Ada Okafor', status: 'Release day', statusEmoji: '🚀' },
  { name: 'bruno', displayName: 'Bruno Silva', status: 'Sketching', statusEmoji: '✏️' },
  { name: 'chen', displayName: 'Chen Wei', status: 'In the workshop', statusEmoji: '🛠️' },
];

/** What they say. `{you}` is the person who gets the demo. The channel `general` is there from the start. */
export const DEMO_CHANNELS: readonly DemoChannel[] = [
  {
    name: 'general',
    topic: 'What everybody should know',
    messages: [
      {
        who: 'ada',
        text: 'Good morning! We ship the new shop today. **Plan for the day:**\n\n1. last look at the checkout\n2. switch the domain at 14:00\n3. cake 🍰',
        reactions: [
          ['🎉', 'bruno', 'chen'],
          ['🍰', 'chen'],
        ],
        isPinned: true,
      },
      { who: 'bruno', text: 'The last pictures are in. The hero image loads in 40 ms now.' },
      {
        who: 'chen',
        text: 'Does anybody know why the parcel label prints twice?',
        replies: [
          { who: 'ada', text: 'The printer was added under two names. I removed one.' },
          { who: 'chen', text: 'That was it. Thank you!' },
        ],
      },
      {
        who: 'ada',
        text: 'Welcome, {you}! Have a look around: open the thread above, react to something, press **Ctrl K** to jump anywhere.',
        reactions: [['👋', 'bruno', 'chen']],
      },
    ],
  },
  {
    name: 'launch',
    topic: 'The new shop, due today',
    group: 'Projects',
    messages: [
      {
        who: 'bruno',
        text: 'The colours are tokens now, so dark mode is one block:\n\n```css\n:root[data-theme="dark"] {\n  --ground: #17191d;\n  --text: #e8eaee;\n}\n```',
        reactions: [['💜', 'ada']],
      },
      { who: 'chen', text: 'Checkout works with the keyboard alone. I tried it with a screen reader, too.' },
      {
        who: 'ada',
        text: '> Checkout works with the keyboard alone\n\nThat was the last open point. 🚢',
        reactions: [['✅', 'bruno', 'chen']],
      },
    ],
  },
  {
    name: 'workshop',
    topic: 'Wood, glue and splinters',
    group: 'Projects',
    messages: [
      { who: 'chen', text: 'The walnut for the new stools has come. It smells wonderful in here.' },
      { who: 'bruno', text: 'Keep me a piece for the photos, please.', reactions: [['👍', 'chen']] },
    ],
  },
  {
    name: 'random',
    topic: 'Everything else',
    messages: [
      { who: 'bruno', text: 'Soup or dumplings for lunch?' },
      { who: 'chen', text: 'Dumplings. Always dumplings. 🥟', reactions: [['🥟', 'ada', 'bruno']] },
    ],
  },
];
