import type { WebhookDeliveryResource, WebhookEndpointResource, WebhookPingResource } from '#contracts';
import type { CreatedWebhookEndpoint, EnabledWebhookEndpoint, WebhookEndpointWithSecret } from '#contracts';
import type { Api, Call } from './api.ts';
import { localInput, mount, nowSeconds, part, secondsOf, report } from './browser.ts';
import { confirmDialog, endpointDialog, pingDialog, pingResult, replayDialog, rotateDialog, secretDialog } from './dialogs.ts';
import { typeDetail } from './event-views.ts';
import { endpointBody, replayBody, valueOf } from './form-values.ts';
import type { FormValues } from './form-values.ts';
import type { Html } from './html.ts';
import { hashOf } from './place.ts';
import type { PageSource } from './pages.ts';

/** What buttons and forms act with. */
export interface PageContext {
  api: Api;
  source(): PageSource;
  openDialog(content: Html): void;
  closeDialog(): void;
  /** Reads the page again. */
  refresh(): Promise<void>;
  /** Goes to another place. */
  go(hash: string): void;
}

/** What a button does, by its `data-action`. `dataset` is the button's. */
type Action = (
  pageContext: PageContext,
  dataset: Readonly<Record<string, string | undefined>>,
  button: HTMLElement,
) => Promise<void> | void;

/** What a form does when it is sent, by its `data-form`. `key` is the same for the same opened form. */
type FormAction = (pageContext: PageContext, form: { id: string; values: FormValues; key: string }) => Promise<void>;

const DAY_SECONDS = 86_400;

function endpointOf({ source }: PageContext, id: string): WebhookEndpointResource | null {
  return source().endpoints.find((endpoint) => endpoint.id === id) ?? null;
}

/** All buttons that need the API. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  'create-endpoint': (pageContext) => pageContext.openDialog(endpointDialog(pageContext.source().types, null)),
  'edit-endpoint': (pageContext, { id = '' }) =>
    pageContext.openDialog(endpointDialog(pageContext.source().types, endpointOf(pageContext, id))),
  'show-type': ({ source }, { id }) => {
    const type = source().types.find(({ name }) => name === id);
    if (type !== undefined) mount(part('type-detail'), typeDetail(type));
    part('type-detail').scrollIntoView({ block: 'nearest' });
  },
  ping: (pageContext, { id = '' }) => pageContext.openDialog(pingDialog(id, pageContext.source().types)),
  rotate: (pageContext, { id = '' }) => pageContext.openDialog(rotateDialog(id)),
  replay: (pageContext, { id = '' }) => {
    const disabledAt = endpointOf(pageContext, id)?.disabled_at ?? null;
    const since = localInput(disabledAt ?? nowSeconds() - DAY_SECONDS);
    pageContext.openDialog(replayDialog(id, pageContext.source().types, { include: disabledAt === null ? 'failed' : 'missed', since }));
  },
  'disable-endpoint': ({ openDialog }, { id = '' }) =>
    openDialog(
      confirmDialog('disable-endpoint', id, {
        title: 'Disable this endpoint?',
        body: 'It gets nothing more, and what is under way to it is cancelled. Events are kept: a replay brings them later.',
        submit: 'Disable',
      }),
    ),
  'delete-endpoint': ({ openDialog }, { id = '' }) =>
    openDialog(
      confirmDialog('delete-endpoint', id, {
        title: 'Delete this endpoint?',
        body: 'Its secrets are destroyed and its deliveries end. This cannot be undone.',
        submit: 'Delete for good',
      }),
    ),
  'enable-endpoint': async (pageContext, { id = '' }) => {
    const { suggested_replay: suggested } = await pageContext.api.call<EnabledWebhookEndpoint>('enableEndpoint', { id });
    await pageContext.refresh();
    report('The endpoint is enabled.');
    if (suggested === undefined) return;
    const { include, since } = suggested;
    pageContext.openDialog(replayDialog(id, pageContext.source().types, { include, since: localInput(since) }));
  },
  resend: async (pageContext, { id = '' }) => {
    const { id: newId } = await pageContext.api.call<WebhookDeliveryResource>('resendDelivery', { id });
    report('It is sent again.');
    if (newId === id) await pageContext.refresh();
    else pageContext.go(hashOf(['deliveries', newId]));
  },
  'cancel-delivery': async (pageContext, { id = '' }) => {
    await pageContext.api.call('cancelDelivery', { id });
    await pageContext.refresh();
    report('The delivery is cancelled.');
  },
  'cancel-replay': async (pageContext, { id = '' }) => {
    await pageContext.api.call('cancelReplay', { id });
    await pageContext.refresh();
  },
  refresh: ({ refresh }) => refresh(),
  'close-dialog': ({ closeDialog }) => closeDialog(),
  copy: async (_around, { text = '' }, button) => {
    await navigator.clipboard.writeText(text);
    report(`Copied.`);
    button.focus();
  },
};

/** All forms that need the API. They stay open when they are refused. */
export const FORMS: Readonly<Record<string, FormAction>> = {
  'create-endpoint': async (pageContext, { values, key }) => {
    const startFrom = valueOf(values, 'start_from');
    const body = { ...endpointBody(values), start_from: startFrom === '' ? null : secondsOf(startFrom) };
    const made = await pageContext.api.call<CreatedWebhookEndpoint>('createEndpoint', { body, idempotencyKey: key });
    pageContext.go(hashOf(['endpoints', made.id]));
    pageContext.openDialog(secretDialog(made.secret, 'The endpoint is there'));
  },
  'edit-endpoint': async (pageContext, { id, values, key }) => {
    const sequence = endpointOf(pageContext, id)?.sequence;
    const body = { ...endpointBody(values), expected_sequence: sequence };
    await done(pageContext, ['updateEndpoint', { id, body, idempotencyKey: key }], 'Saved.');
  },
  rotate: async (pageContext, { id, values, key }) => {
    const body = { grace_period_seconds: Number(valueOf(values, 'grace_period_seconds')) };
    const { secret } = await pageContext.api.call<WebhookEndpointWithSecret>('rotateSecret', { id, body, idempotencyKey: key });
    pageContext.openDialog(secretDialog(secret, 'The new secret'));
    await pageContext.refresh();
  },
  ping: async ({ api }, { id, values }) => {
    const ping = await api.call<WebhookPingResource>('pingEndpoint', { id, body: { type: valueOf(values, 'type') } });
    mount(part('ping-result'), pingResult(ping));
  },
  replay: (pageContext, { id, values, key }) =>
    done(pageContext, ['createReplay', { id, body: replayBody(values, secondsOf), idempotencyKey: key }], 'The replay has started.'),
  'disable-endpoint': (pageContext, { id, key }) =>
    done(pageContext, ['disableEndpoint', { id, idempotencyKey: key }], 'The endpoint is disabled.'),
  'delete-endpoint': async (pageContext, { id, key }) => {
    await pageContext.api.call('deleteEndpoint', { id, idempotencyKey: key });
    pageContext.closeDialog();
    pageContext.go(hashOf(['endpoints']));
    report('The endpoint is gone.');
  },
};

type Asked = [route: 'updateEndpoint' | 'createReplay' | 'disableEndpoint', call: Call];

async function done({ api, closeDialog, refresh }: PageContext, [route, call]: Asked, word: string): Promise<void> {
  await api.call(route, call);
  closeDialog();
  await refresh();
  report(word);
}
