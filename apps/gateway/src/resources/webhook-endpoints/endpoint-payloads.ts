import type { Seal } from '#personal-data';
import {
  API_VERSION,
  checkDestinationUrl,
  ENDPOINT_LIMITS,
  SEAL_MARK,
  type CreateEndpointPayload,
  type CreateWebhookEndpointDto,
  type DestinationRules,
  type EndpointSettings,
  type FieldProblem,
  type NewSigningKeys,
  type RotateSecretPayload,
  type RotateWebhookSecretDto,
  type SealedText,
  type UpdateEndpointPayload,
  type UpdateWebhookEndpointDto,
} from '#contracts';
import { checkCustomHeaders } from './custom-headers';

type EndpointDto = CreateWebhookEndpointDto | UpdateWebhookEndpointDto;

/** Everything that is not explicit-only. */
const EVENTS_PRESET: readonly string[] = ['*'];

/** What a URL is judged by. */
interface DestinationTerms {
  livemode: boolean;
  destinations: DestinationRules;
}

/**
 * The rules of an endpoint's body that depend on the mode or span fields: where it may point to, which
 * headers it may add (11.7), and one name only for the filters.
 *
 * @param wrong fields that are reported already.
 */
export function validateWebhookEndpoint(dto: EndpointDto, terms: DestinationTerms, wrong: ReadonlySet<string>): FieldProblem[] {
  return [...urlProblems(dto, terms, wrong), ...filterProblems(dto), ...(wrong.has('headers') ? [] : headerProblems(dto.headers ?? {}))];
}

function urlProblems({ url }: EndpointDto, { livemode, destinations }: DestinationTerms, wrong: ReadonlySet<string>): FieldProblem[] {
  if (typeof url !== 'string' || wrong.has('url')) return [];
  const { problem } = checkDestinationUrl(url, { livemode, rules: destinations });
  return problem === undefined ? [] : [{ param: 'url', ...problem }];
}

function filterProblems({ enabled_events: filters, events: alias }: EndpointDto): FieldProblem[] {
  const isTwice = filters !== undefined && filters !== null && alias !== undefined && alias !== null;
  return isTwice ? [{ param: 'events', code: 'parameters_exclusive', message: 'is another name of enabled_events; send one.' }] : [];
}

function headerProblems(headers: Record<string, string>): FieldProblem[] {
  const problems = checkCustomHeaders(headers).map(({ name, message }) => problemOf(name, message));
  // A name is shown as it is: it must not look like something sealed.
  const marked = Object.keys(headers).filter((name) => name.startsWith(SEAL_MARK));
  return [...problems, ...marked.map((name) => problemOf(name, `must not begin with ${SEAL_MARK}`))];
}

function problemOf(name: string | null, message: string): FieldProblem {
  return { param: name === null ? 'headers' : `headers.${name}`, code: 'parameter_invalid', message };
}

/** What a new endpoint is made of beside its body. */
interface EndpointParts {
  seal: Seal;
  /** Its first keys, sealed. */
  fresh: NewSigningKeys;
  startFrom?: CreateEndpointPayload['startFrom'];
}

/** The command payload of a new endpoint. */
export function toCreateEndpointPayload(
  dto: CreateWebhookEndpointDto,
  terms: DestinationTerms,
  { seal, fresh, startFrom }: EndpointParts,
): CreateEndpointPayload {
  const presets: Omit<EndpointSettings, 'url'> = {
    description: null,
    metadata: {},
    enabledEvents: [...EVENTS_PRESET],
    ordering: 'none',
    maxInFlight: ENDPOINT_LIMITS.maxInFlight.preset,
    ratePerSecond: null,
    burst: null,
    timeoutMs: ENDPOINT_LIMITS.timeoutMs.preset,
    signing: 'v1',
    headers: {},
  };
  const { status: _status, expectedSequence: _sequence, metadata, ...settings } = toUpdateEndpointPayload(dto, terms, seal);
  return {
    ...presets,
    ...settings,
    url: settings.url ?? '',
    metadata: (metadata ?? {}) as EndpointSettings['metadata'],
    apiVersion: API_VERSION,
    ...fresh,
    ...(startFrom && { startFrom }),
  };
}

/** The command payload of a change: what was not sent is not in it, null means the default, and header values are sealed. */
export function toUpdateEndpointPayload(
  dto: EndpointDto & Partial<UpdateWebhookEndpointDto>,
  terms: DestinationTerms,
  seal: Seal,
): UpdateEndpointPayload {
  const filters = dto.enabled_events ?? dto.events ?? dto.enabled_events;
  // As many at once as in a second.
  const rate = { ratePerSecond: dto.rate_per_second, burst: dto.rate_per_second };
  return onlyGiven<UpdateEndpointPayload>({
    ...rate,
    url: dto.url === undefined ? undefined : normalUrl(dto.url, terms),
    description: dto.description,
    enabledEvents: orPreset(filters && [...new Set(filters)], [...EVENTS_PRESET]),
    ordering: orPreset(dto.ordering, 'none'),
    maxInFlight: orPreset(dto.max_in_flight, ENDPOINT_LIMITS.maxInFlight.preset),
    timeoutMs: orPreset(dto.timeout_ms, ENDPOINT_LIMITS.timeoutMs.preset),
    signing: orPreset(dto.signing, 'v1'),
    headers: orPreset(dto.headers && sealedValues(dto.headers, seal), {}),
    metadata: dto.metadata,
    status: dto.status,
    expectedSequence: dto.expected_sequence ?? undefined,
  });
}

/** The command payload of a rotation. @param fresh the new keys, sealed. */
export function toRotateSecretPayload({ grace_period_seconds: grace }: RotateWebhookSecretDto, fresh: NewSigningKeys): RotateSecretPayload {
  return { ...fresh, gracePeriodSeconds: grace ?? ENDPOINT_LIMITS.gracePeriodSeconds.preset };
}

/** Null means the preset; what was not sent stays unsaid. */
function orPreset<TValue>(value: TValue | undefined | null, preset: TValue): TValue | undefined {
  return value === undefined ? undefined : (value ?? preset);
}

function onlyGiven<TPayload extends object>(payload: { [TName in keyof TPayload]: TPayload[TName] | undefined }): TPayload {
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined)) as TPayload;
}

function normalUrl(text: string, { livemode, destinations }: DestinationTerms): string {
  return checkDestinationUrl(text, { livemode, rules: destinations }).destination?.url ?? text;
}

function sealedValues(headers: Record<string, string>, seal: Seal): Record<string, SealedText> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, seal(value, 'header')]));
}
