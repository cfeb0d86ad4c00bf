import { Html } from './html.ts';

/** Where the tab keeps the key: it is gone when the tab is closed. */
const KEY_NAME = 'hundi.portal.key';

/** The browser's clock. @returns Unix seconds. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** The key of this tab; empty before the login. */
export function readKey(): string {
  return sessionStorage.getItem(KEY_NAME) ?? '';
}

/** Keeps the key for this tab only; an empty one forgets it. */
export function keepKey(key: string): void {
  if (key === '') sessionStorage.removeItem(KEY_NAME);
  else sessionStorage.setItem(KEY_NAME, key);
}

/** A key for one wish. Also where the page does not come over https. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A time as an input of a form shows it, where the reader is. @param at Unix seconds. */
export function localInput(at: number): string {
  const local = new Date(at * 1000);
  return new Date(local.getTime() - local.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Unix seconds of what such an input says. */
export function secondsOf(input: string): number {
  return Math.floor(new Date(input).getTime() / 1000);
}

/** An element that the page is made with. */
export function part<TElement extends HTMLElement = HTMLElement>(id: string): TElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found as TElement;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): string };
}

/** The policy that the page allows: the only way by which text becomes HTML is this file. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('portal', { createHTML: (text) => text });

/** Shows HTML that was made by `html`, in which everything is escaped. What was open stays open. */
export function mount(element: HTMLElement, content: Html | null): void {
  if (content !== null && !(content instanceof Html)) throw new Error('only HTML made by html is shown');
  const text = content?.text ?? '';
  const open = [...element.querySelectorAll<HTMLDetailsElement>('details[data-key]')].map((one) => [one.dataset['key'], one.open] as const);
  element.innerHTML = policy?.createHTML(text) ?? text;
  const wasOpen = new Map(open);
  for (const one of element.querySelectorAll<HTMLDetailsElement>('details[data-key]'))
    one.open = wasOpen.get(one.dataset['key']) ?? one.open;
}

/** Text for a moment, read out by screen readers. */
export function report(text: string): void {
  const notice = part('notice');
  notice.textContent = text;
  notice.classList.add('shown');
  setTimeout(() => notice.classList.remove('shown'), NOTICE_MS);
}

const NOTICE_MS = 4_000;
