import { expect, test } from 'vitest';
import { placeIn, withPlace } from './place-in-history.js';

const place = { channelId: 'c', messageId: 'm', top: -12 };

test('an entry of the history keeps where its channel is read, beside what others keep in it', () => {
  const state = withPlace({ other: 1 }, place);
  expect(placeIn(state, 'c')).toEqual(place);
  expect(state).toMatchObject({ other: 1 });
  expect(placeIn(state, 'd')).toBeNull();
  expect(placeIn(withPlace(state, null), 'c')).toBeNull();
});

test.each([null, undefined, 'text', {}, { readingPlace: 1 }, { readingPlace: { channelId: 'c' } }])(
  'a state that is not one of ours has no place: %j',
  (state) => {
    expect(placeIn(state, 'c')).toBeNull();
  },
);
