import { test } from 'vitest';
import { expectInProportion } from '../testing/cpu.js';
import { hostileTexts } from '../testing/hostile.js';
import {
  type BuiltBlock,
  code,
  fence,
  lineBreak,
  link,
  list,
  mention,
  paragraph,
  spoiler,
  strong,
  write,
} from './index.js';

const built = (hostile: string): BuiltBlock[] => [
  paragraph(hostile, lineBreak, strong(spoiler(code(hostile)))),
  paragraph(link(hostile, hostile), mention(hostile)),
  list([[fence(hostile, hostile)]]),
];
const writeIn = (hostile: string) => write(built(hostile));

test('a hostile text takes a time in proportion to its length, as a text, code, a name and an address', () => {
  const longer = hostileTexts(40_000);
  for (const hostile of Object.values(hostileTexts(500))) writeIn(hostile);
  for (const [name, hostile] of Object.entries(hostileTexts(5_000))) {
    expectInProportion(name, writeIn, hostile, longer[name] ?? '');
  }
});
