import type { EventTypeResource, WebhookEndpointResource } from '#contracts';
import { ACTIONS, FORMS } from './actions.ts';
import type { PageContext } from './actions.ts';
import { Api, ApiRefusal } from './api.ts';
import { keepKey, mount, newIdempotencyKey, nowSeconds, part, readKey, report } from './browser.ts';
import { failingBanner } from './endpoint-views.ts';
import type { FormValues } from './form-values.ts';
import type { Html } from './html.ts';
import { loadPage } from './pages.ts';
import type { PageSource } from './pages.ts';
import { hashOf, readPlace } from './place.ts';
import type { Place } from './place.ts';
import { failurePage, isUsableKey, modeOf, signInPage, topBar } from './shell.ts';

/** How often a page that shows what is under way reads itself again. */
const LOOK_AGAIN_MS = 5_000;
const LIVING: ReadonlySet<Place['page']> = new Set(['endpoints', 'endpoint', 'delivery']);

/** The portal in a tab: shows the place that the address names, and passes clicks and forms on. */
class Portal {
  private key = readKey();
  private api = apiOf(this.key);
  private types: EventTypeResource[] | null = null;
  private endpoints: WebhookEndpointResource[] = [];
  /** Counts what was asked for, so that a slow answer never replaces a newer page. */
  private turn = 0;
  private dialogKey = '';

  start(): void {
    globalThis.addEventListener('hashchange', () => void this.show({ focus: true }));
    document.addEventListener('click', (event) => this.onClick(event));
    document.addEventListener('submit', (event) => this.onSubmit(event));
    setInterval(() => void this.lookAgain(), LOOK_AGAIN_MS);
    void this.show({ focus: false });
  }

  private async show({ focus, quiet = false }: { focus: boolean; quiet?: boolean }): Promise<void> {
    if (this.key === '') return this.signIn('');
    const turn = ++this.turn;
    const place = readPlace(location.hash);
    mount(part('top'), topBar(place, modeOf(this.key)));
    if (!quiet) part('main').setAttribute('aria-busy', 'true');
    const page = await this.load(place, quiet);
    if (turn !== this.turn || page === null) return;
    mount(part('banner'), failingBanner(this.endpoints, { now: nowSeconds() }));
    mount(part('main'), page);
    part('main').removeAttribute('aria-busy');
    nameTab(focus);
  }

  /** Null when there is nothing new to show. */
  private async load(place: Place, quiet: boolean): Promise<Html | null> {
    try {
      this.endpoints = await this.api.all<WebhookEndpointResource>('listEndpoints');
      this.types ??= await this.readTypes(this.api);
      return await loadPage(place, this.source());
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (error.status === 401) return (this.signIn(error.message), null);
      return quiet ? null : failurePage(error.message, error.requestId);
    }
  }

  /** A restricted key may see webhooks and not events: then there is no catalog to choose from. */
  private async readTypes(api: Api): Promise<EventTypeResource[]> {
    try {
      return await api.all<EventTypeResource>('listEventTypes');
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 403) return [];
      throw error;
    }
  }

  private source(): PageSource {
    return { api: this.api, endpoints: this.endpoints, types: this.types ?? [], context: { now: nowSeconds() } };
  }

  /** Not while the user reads or writes there. */
  private async lookAgain(): Promise<void> {
    const isRead = document.activeElement !== null && part('main').contains(document.activeElement);
    const isBusy = document.visibilityState !== 'visible' || part<HTMLDialogElement>('dialog').open || isRead;
    if (this.key !== '' && !isBusy && LIVING.has(readPlace(location.hash).page)) await this.show({ focus: false, quiet: true });
  }

  private signIn(problem: string): void {
    this.turn += 1;
    this.key = '';
    this.api = apiOf('');
    this.types = null;
    this.endpoints = [];
    keepKey('');
    this.closeDialog();
    for (const id of ['top', 'banner']) mount(part(id), null);
    mount(part('main'), signInPage(problem));
    part('main').removeAttribute('aria-busy');
    document.title = 'Hundi webhooks';
  }

  private openDialog(content: Html): void {
    const dialog = part<HTMLDialogElement>('dialog');
    this.dialogKey = newIdempotencyKey();
    mount(dialog, content);
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
    (dialog.querySelector<HTMLElement>('input:not([type=checkbox]), select') ?? dialog.querySelector<HTMLElement>('h2'))?.focus();
  }

  private closeDialog(): void {
    const dialog = part<HTMLDialogElement>('dialog');
    if (dialog.open) dialog.close();
    mount(dialog, null);
  }

  private pageContext(): PageContext {
    return {
      api: this.api,
      source: () => this.source(),
      openDialog: (content) => this.openDialog(content),
      closeDialog: () => this.closeDialog(),
      refresh: () => this.show({ focus: false }),
      go: (hash) => {
        this.closeDialog();
        if (location.hash === hash) void this.show({ focus: true });
        else location.hash = hash;
      },
    };
  }

  private onClick(event: Event): void {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-action]') : null;
    const name = target?.dataset['action'];
    if (target === null || name === undefined) return;
    if (name === 'sign-out') return this.signIn('');
    const action = ACTIONS[name];
    if (action !== undefined) void this.attempt(target, async () => action(this.pageContext(), target.dataset, target));
  }

  private onSubmit(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    const name = form.dataset['form'] ?? '';
    event.preventDefault();
    const values = valuesOf(form);
    if (name === 'sign-in') return this.open(form, (values['key']?.[0] ?? '').trim());
    if (name === 'filter') return this.filter(values);
    const sendForm = FORMS[name];
    if (sendForm === undefined) return;
    const asked = { id: form.dataset['id'] ?? '', values, key: this.dialogKey };
    void this.attempt(form, () => sendForm(this.pageContext(), asked));
  }

  private open(form: HTMLFormElement, key: string): void {
    if (!isUsableKey(key)) return showProblems(form, { key: 'Paste a secret or restricted key: sk_test_…, rk_live_…' });
    this.key = key;
    this.api = apiOf(key);
    keepKey(key);
    void this.show({ focus: true });
  }

  private filter(values: FormValues): void {
    const { page, id } = readPlace(location.hash);
    const query = Object.fromEntries(Object.entries(values).map(([name, [value = '']]) => [name, value.trim()]));
    location.hash = hashOf(page === 'events' ? ['events'] : ['endpoints', id], query);
  }

  /** One wish at a time: its button waits until there is an answer. A refusal is shown where it was asked. */
  private async attempt(origin: HTMLElement, act: () => Promise<void>): Promise<void> {
    const controls = origin.matches('form')
      ? [...origin.querySelectorAll<HTMLButtonElement>('button[type=submit]')]
      : [origin as HTMLButtonElement];
    for (const control of controls) control.disabled = true;
    try {
      showProblems(origin, {});
      await act();
    } catch (error) {
      const refusal = error instanceof ApiRefusal ? error : new ApiRefusal(0, 'That did not work.', {}, null);
      if (refusal.status === 401) this.signIn(refusal.message);
      else if (origin.matches('form')) showProblems(origin, { '': refusal.message, ...refusal.problems });
      else report(refusal.message);
    } finally {
      for (const control of controls) control.disabled = false;
    }
  }
}

/** The tab is called by what it shows, and screen readers begin there after a step. */
function nameTab(focus: boolean): void {
  const heading = part('main').querySelector<HTMLElement>('h1');
  document.title = `${heading?.textContent?.trim() ?? 'Portal'} · Hundi webhooks`;
  if (focus) heading?.focus();
}

/** Puts each problem beside its field; what has no field is said below. */
function showProblems(form: HTMLElement, problems: Readonly<Record<string, string>>): void {
  for (const place of form.querySelectorAll<HTMLElement>('[data-problem]'))
    place.textContent = problems[place.dataset['problem'] ?? ''] ?? '';
  form.querySelector('[data-problem]:not(:empty)')?.scrollIntoView({ block: 'center' });
}

function apiOf(key: string): Api {
  return new Api(key, (url, init) => fetch(url, { ...init, credentials: 'omit' }));
}

function valuesOf(form: HTMLFormElement): FormValues {
  const values: Record<string, string[]> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') (values[name] ??= []).push(value);
  return values;
}

new Portal().start();
