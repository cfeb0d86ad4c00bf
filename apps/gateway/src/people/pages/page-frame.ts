import { escapeHtml } from '../../docs/html';
import type { PageScript } from './page-assets';

/** Who looks at a page. */
export interface PageReader {
  name: string;
  email: string;
  isOperator: boolean;
  /** What the page sends back with a change: it is a page of this session. */
  csrf: string;
}

/** One page. */
export interface Page {
  title: string;
  /** HTML, in which everything is escaped. */
  body: string;
  script: PageScript;
  /** Absent: nobody is signed in, or it makes no difference. */
  reader?: PageReader | null;
  /** Facts for the script of the page, as `data-…` of its main part. */
  facts?: Readonly<Record<string, string>>;
}

/** What every page has around it. */
export function renderPage({ title, body, script, reader = null, facts = {} }: Page): string {
  const all = { ...(reader !== null && { csrf: reader.csrf }), ...facts };
  const attributes = Object.entries(all).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} - Hundi</title>
<link rel="icon" type="image/svg+xml" href="/dashboard/assets/portal.svg">
<link rel="stylesheet" href="/dashboard/assets/portal.css">
<script type="module" src="/dashboard/assets/${script}"></script>
</head>
<body>
<header id="top"><a class="brand" href="/dashboard">Hundi</a>${reader === null ? '' : linksOf(reader)}</header>
<main id="main"${attributes.join('')}>
<noscript><p class="callout warn">This page needs JavaScript.</p></noscript>
${body}
</main>
<div id="notice" role="status" aria-live="polite"></div>
</body>
</html>
`;
}

function linksOf({ name, isOperator }: PageReader): string {
  const mailbox = isOperator ? '<a href="/dashboard/mailbox">Mailbox</a>' : '';
  return `<nav aria-label="Dashboard">${mailbox}</nav><span class="faint">${escapeHtml(name)}</span>`;
}
