import { expect, test } from 'vitest';
import { indexOfKeyword, keywordsIssue, wordsOf } from './keywords.js';

test.each([
  // Whole words, in any case.
  ['deploy', 'Deploy at noon', true],
  ['deploy', 'the DEPLOY.', true],
  ['deploy', 'we deployed', false],
  ['deploy', 'redeploy', false],
  ['deploy', 'pre-deploy (deploy)', true],
  ['deploy', '**deploy**', true],
  ['deploy', 'deploy_prod', false],
  ['Café', 'the cafe is open', true],
  ['STRASSE', 'die Straße', true],
  ['１２', 'room 12', true],
  // Phrases, with whatever white space.
  ['release train', 'the release\n train leaves', true],
  ['release train', 'release, train', false],
  ['release train', 'released train', false],
  // Signs are words of their own.
  ['c++', 'we write C++ here', true],
  ['c++', 'we write C here', false],
  ['.net', 'on .NET 9', true],
  ['.net', 'the net', false],
  ['🚀', 'it flies 🚀🚀', true],
  ['c', 'abc', false],
  // Scripts without spaces between words.
  ['東京', '明日東京へ行く', true],
  ['東京', '明日京東へ', false],
  ['api', '新しいAPIです', true],
  ['ขอบ', 'ขอบคุณ', true],
  ['서울', '서울 날씨', true],
])('the keyword %s is in %j: %s', (keyword, text, expected) => {
  const { words, longest } = indexOfKeyword(keyword);
  const said = wordsOf(text);
  expect(said.joined.includes(words)).toBe(expected);
  // It is looked up by its longest word.
  if (expected) expect(said.list).toContain(longest);
});

test('no two keywords are the same words', () => {
  expect(keywordsIssue(['a', 'a b', 'ab', 'c++', 'c'])).toBeNull();
  expect(keywordsIssue(['deploy', 'x', ' Déploy'])).toMatchObject({ path: 'keywords.2' });
});
