import { ownPath } from './own-path.ts';

const NOTICE_MS = 4_000;
const INVITATION = 'hundi.invitation';

function isInvitation(): boolean {
  return location.pathname === '/dashboard/invitation';
}

/** An element that the page is made with. */
export function part<TElement extends HTMLElement = HTMLElement>(id: string): TElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found as TElement;
}

/** A new element. Text is text: no part of it becomes HTML. */
export function element<TName extends keyof HTMLElementTagNameMap>(
  name: TName,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[TName] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...content);
  return made;
}

/** What a page of a session sends with a change; empty on pages without one. */
export function csrf(): string {
  return part('main').dataset['csrf'] ?? '';
}

/** What stands behind `#`: the token of a link, which no server and no log sees. An invitation waits while its person signs in. */
export function linkToken(): string {
  return location.hash.slice(1) || (isInvitation() ? (sessionStorage.getItem(INVITATION) ?? '') : '');
}

/** Keeps the invitation of this tab until its person has signed in. */
export function keepInvitation(token: string): void {
  sessionStorage.setItem(INVITATION, token);
}

/** The token has been used: it stays neither in the address nor in the tab. */
export function forgetToken(): void {
  if (isInvitation()) sessionStorage.removeItem(INVITATION);
  history.replaceState(null, '', location.pathname);
}

/** A link that is opened where its page is open already changes no more than what stands behind `#`: the page begins anew. */
export function beginAnewWithEachLink(): void {
  addEventListener('hashchange', () => location.reload());
}

/** On to a path of ours. */
export function goTo(path: string): void {
  location.assign(ownPath(path, location.origin));
}

/** Shows one of the parts of a page, and begins reading there. */
export function showPart(shown: HTMLElement, ...others: readonly HTMLElement[]): void {
  for (const other of others) other.hidden = true;
  shown.hidden = false;
  for (const first of ['input', 'button.primary', 'h1[tabindex]']) {
    const found = shown.querySelector<HTMLElement>(first);
    if (found !== null) return found.focus();
  }
}

/** Text for a moment, read out by screen readers. */
export function report(text: string): void {
  const notice = part('notice');
  notice.textContent = text;
  notice.classList.add('shown');
  setTimeout(() => notice.classList.remove('shown'), NOTICE_MS);
}
