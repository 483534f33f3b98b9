import type { oas31 } from 'zod-openapi';
import { type Events, eventsOf, frameView, LIVE_PANEL } from './event-view.js';
import { html, textOf } from './html.js';
import { inlineMarkdown, sections } from './markdown.js';
import { type Group, navigation, titleOf } from './navigation.js';
import { operationView, recordView } from './operation-view.js';
import { operationsOf } from './operations.js';
import { recordName, type Schema } from './schemas.js';

/** What the page is made from. */
export interface PageSources {
  readonly openApi: oas31.OpenAPIObject;
  readonly asyncApi: object;
  /** Where the style and the scripts are, without a trailing slash. */
  readonly assets: string;
}

/** The reference page, whole: everything can be read without a script, which adds code, calls and search. */
export function pageOf({ openApi, asyncApi, assets }: PageSources): string {
  const { body: introduction, headings } = sections(openApi.info.description ?? '', 'about');
  const groups = groupsOf(openApi);
  const events = eventsOf(asyncApi);
  const records = recordsOf(events, openApi);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="The operations and events of Palaver, with a demo account to try them.">
<title>Palaver API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}/style.css">
<script src="${assets}/page.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${HEADER}
<div class="columns">
${navigation(headings, groups, events, Object.keys(records))}
<main id="content" tabindex="-1">
  <section id="introduction" class="introduction"><h1>Palaver API</h1>
    <p class="facts">Version ${openApi.info.version} · Base URL <code>${openApi.servers?.[0]?.url ?? ''}</code> · <a href="/api/openapi.json">OpenAPI</a> · <a href="/api/asyncapi.json">AsyncAPI</a></p>
    ${DEMO}
    ${introduction}
  </section>
  ${groups.map(
    ({
      name,
      description,
      operations,
    }) => html`<section id="group-${name}"><header><h2>${titleOf(name)}</h2><p>${inlineMarkdown(description)}</p></header>
    ${operations.map((operation) => operationView(operation, openApi))}</section>`,
  )}
  <section id="events"><header><h2>Events</h2></header>
    <div class="introduction">${events.introduction}</div>
    ${LIVE_PANEL}
    ${events.frames.map(frameView)}
  </section>
  <section id="records"><header><h2>Records</h2><p>What answers and events consist of.</p></header>
    ${Object.entries(records).map(([name, schema]) => recordView(name, schema))}
  </section>
</main>
</div>
</body>
</html>
`;
  return textOf(page);
}

const HEADER = html`<header class="top">
  <button type="button" class="menu" data-menu aria-expanded="false" aria-controls="navigation"><span aria-hidden="true">☰</span> Menu</button>
  <a class="brand" href="#introduction">Palaver <span>API reference</span></a>
  <a class="live-link" href="#live-title" data-live-link hidden>Events: <span data-live-count>0</span></a>
  <button type="button" class="theme" data-theme-toggle aria-label="Use the dark theme"><span aria-hidden="true">◐</span></button>
</header>`;

const DEMO = html`<div class="demo panel" data-demo>
  <h2 id="demo-title">Try it here</h2>
  <p>One click registers an account with a random name on this service, and makes a server, a channel, a message, an invite and a bot with it. Their ids and the token are filled in below, in every example and every form. The page keeps them in this tab alone.</p>
  <p class="actions"><button type="button" class="primary" data-demo-start>Make me a demo account</button> <span role="status" data-demo-state></span></p>
  <form data-demo-invite hidden><label for="invite-code">Invite code</label><input id="invite-code" required autocomplete="off" spellcheck="false"><button type="submit">Register with it</button></form>
  <details data-own-token><summary>Use a token of your own</summary>
    <form><label for="own-token">Session token</label><input id="own-token" required autocomplete="off" spellcheck="false"><button type="submit">Use this token</button></form>
    <p><a href="#auth.login">Signing in</a> answers with one. With that of an admin of this service the calls under Admin succeed as well.</p>
  </details>
</div>`;

function groupsOf(document: oas31.OpenAPIObject): Group[] {
  const operations = operationsOf(document);
  return (document.tags ?? []).map(({ name, description = '' }) => ({
    name,
    description,
    operations: operations.filter(({ documented }) => documented.tags?.[0] === name),
  }));
}

function contentOf(
  part: oas31.RequestBodyObject | oas31.ResponseObject | oas31.ReferenceObject | undefined,
): oas31.ContentObject {
  return part !== undefined && 'content' in part ? (part.content ?? {}) : {};
}

/** The schemas that answers and events refer to, without those that are named for a body alone. */
function recordsOf({ records }: Events, document: oas31.OpenAPIObject): Readonly<Record<string, Schema>> {
  const contents = operationsOf(document).flatMap(({ documented: { requestBody, responses } }) =>
    [requestBody, ...Object.values(responses ?? {})].map(contentOf),
  );
  const media = contents.flatMap((content) => Object.values(content));
  const bodies = new Set(media.flatMap(({ schema }) => recordName(schema ?? {}) ?? []));
  const all = Object.entries({ ...records, ...document.components?.schemas });
  return Object.fromEntries(all.filter(([name]) => !bodies.has(name)));
}
