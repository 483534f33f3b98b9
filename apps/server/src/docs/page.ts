/**
 * The policy of the reference page. Everything on it comes from this service; `unsafe-inline` is for the styles that
 * RapiDoc writes into its own shadow tree.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Palaver: API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/page.css">
<script type="module" src="/api/docs/page.js"></script>
</head>
<body>
<rapi-doc
  render-style="read"
  schema-style="table"
  theme="light"
  primary-color="#3451b2"
  load-fonts="false"
  regular-font="system-ui, sans-serif"
  mono-font="ui-monospace, monospace"
  show-header="false"
  allow-server-selection="false"
  allow-spec-url-load="false"
  allow-spec-file-load="false"
  show-method-in-nav-bar="as-colored-text"
  use-path-in-nav-bar="false"
  sort-tags="false"
  default-schema-tab="example"
></rapi-doc>
<noscript>This page needs JavaScript. The document itself is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
</body>
</html>
`;

export const PAGE_STYLE = `html, body { margin: 0; height: 100%; }
rapi-doc { width: 100%; height: 100vh; }
`;

/** Sends the calls of the page to its own origin, whatever address the document names. */
export const PAGE_SCRIPT = `const page = document.querySelector('rapi-doc');
page.setAttribute('server-url', location.origin);
page.setAttribute('default-api-server', location.origin);
page.setAttribute('spec-url', '/api/openapi.json');
await import('/api/docs/rapidoc.js');
`;
