/**
 * What the portal may do: its own files, and the API of this server. No script or style inside the page, no other host, in
 * no frame; and text becomes HTML through one policy only, which shows nothing that was not escaped.
 */
export const PORTAL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types portal',
].join('; ');

/** The page of the portal: a frame that its script fills. */
export const PORTAL_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Hundi webhooks</title>
<link rel="icon" type="image/svg+xml" href="/portal/assets/portal.svg">
<link rel="stylesheet" href="/portal/assets/portal.css">
<script type="module" src="/portal/assets/app.js"></script>
</head>
<body>
<header id="top"></header>
<div id="banner"></div>
<main id="main"><noscript>The portal needs JavaScript. The same is in the API: see <a href="/docs">/docs</a>.</noscript></main>
<dialog id="dialog" aria-labelledby="dialog-title"></dialog>
<div id="notice" role="status" aria-live="polite"></div>
</body>
</html>
`;
