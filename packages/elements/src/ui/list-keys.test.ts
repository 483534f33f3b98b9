import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useListKeys } from './list-keys.js';

const List = () => createElement('ul', useListKeys('li'));

test('what a list is given is props of an element, and React warns of none', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  expect(renderToString(createElement(List))).toBe('<ul></ul>');
  expect(error.mock.calls).toEqual([]);
});
