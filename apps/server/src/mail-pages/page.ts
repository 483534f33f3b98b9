import { createHash } from 'node:crypto';
import { escapeHtml } from '@palaver/core';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 12vh auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit; }
input { margin: .25rem 0 1rem; padding: .5rem; }
button { padding: .6rem; border: 0; border-radius: .3rem; background: #2456c7; color: #fff; cursor: pointer; }
.problem { border-left: .25rem solid #c0392b; padding-left: .75rem; }`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Nothing runs, nothing is fetched, and forms go to this service alone. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** What a page shows. Texts are escaped here. */
export interface Page {
  readonly title: string;
  readonly text: string;
  readonly problem?: string | undefined;
  readonly form?: PageForm | undefined;
}

export interface PageForm {
  /** The last part of the path of this page. */
  readonly action: string;
  readonly token: string;
  readonly button: string;
  /** Asks for a new password. */
  readonly asksForPassword?: boolean | undefined;
}

/** A page of the service, for who follows a link in a mail. */
export function pageOf({ title, text, problem, form }: Page): string {
  const shownProblem =
    problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${shownProblem}<p>${escapeHtml(text)}</p>
${form === undefined ? '' : formOf(form)}
</main>
</body>
</html>
`;
}

function formOf({ action, token, button, asksForPassword = false }: PageForm): string {
  const password = asksForPassword
    ? '<label for="password">New password</label>' +
      '<input id="password" name="newPassword" type="password" autocomplete="new-password" minlength="8" maxlength="128" required autofocus>'
    : '';
  return (
    `<form method="post" action="${escapeHtml(action)}">` +
    `<input type="hidden" name="token" value="${escapeHtml(token)}">` +
    `${password}<button type="submit">${escapeHtml(button)}</button></form>`
  );
}
