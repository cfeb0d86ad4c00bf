import { escapeHtml, htmlPage } from '../docs/html';

interface Words {
  title: string;
  text: string;
}

const LATER: Words = {
  title: 'One moment, please',
  text: 'This page cannot be shown right now. If you have just paid, do not pay again: wait a minute, then load the page again.',
};
/** What a person reads, by the status of the answer. */
const WORDS: Readonly<Record<number, Words>> = {
  404: { title: 'This link opens nothing', text: 'It is not complete, or no longer in use. Go back to the shop and try again.' },
  429: { title: 'One moment, please', text: 'This page was asked for too often. Wait a minute, then go back and try again.' },
  500: LATER,
  503: LATER,
};
const NOT_READ: Words = { title: 'This could not be read', text: 'The page did not understand what was sent. Go back and try again.' };

/** What stands in the way of a hosted page, for the person in front of it: programs ask the API, people get no JSON. */
export function renderPageError(status: number, requestId: string): string {
  const { title, text } = WORDS[status] ?? NOT_READ;
  return htmlPage(
    title,
    `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p class="facts">Request <code>${escapeHtml(requestId)}</code></p></main>`,
  );
}
