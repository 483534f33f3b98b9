import { expect, test } from 'vitest';
import { Html, html } from './html.js';

const HOSTILE = `"><script>alert('&')</script>`;
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;';

test.each([
  ['a text', HOSTILE, ESCAPED],
  ['a list', [HOSTILE, 'a'], `${ESCAPED}a`],
  ['a list of lists', [[HOSTILE], [[HOSTILE]]], ESCAPED + ESCAPED],
  ['a template', html`<b>${HOSTILE}</b>`, `<b>${ESCAPED}</b>`],
  ['a list of templates', [html`<i>${HOSTILE}</i>`], `<i>${ESCAPED}</i>`],
  ['a number', 5, '5'],
  ['nothing', null, ''],
  ['what is HTML already', new Html('<br>'), '<br>'],
])('%s stands in a template as it should', (_name, content, expected) => {
  expect(html`<p title="${content}">`.text).toBe(`<p title="${expected}">`);
});
