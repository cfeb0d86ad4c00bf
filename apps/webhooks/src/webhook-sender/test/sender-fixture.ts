import { DESTINATION_PORTS, LOOPBACK_ALLOWLIST, readDestinationRules, type DestinationSettings } from '#contracts';
import { Metrics, SystemClock, createLogger } from '#service';
import { createWebhookSender, readSigningKey, type AttemptRequest, type WebhookSender, type WebhookSenderOptions } from '../index';

/** The secret of `REQUEST`. */
export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** One attempt of test mode; the caller names the URL. */
export const REQUEST: Omit<AttemptRequest, 'url'> = {
  deliveryId: 'whd_0001',
  endpointId: 'we_0001',
  eventId: 'evt_0001',
  attemptNo: 1,
  livemode: false,
  body: '{"id":"evt_0001","note":"dots . and 😀 𝒳"}',
  customHeaders: {},
  keys: [readSigningKey(SECRET, 'fingerprint-1')],
  timeoutMs: 5_000,
};

/** A webhook sender with its log and its metrics, for reading. */
export interface SenderUnderTest {
  webhookSender: WebhookSender;
  metrics: Metrics;
  /** Lines of the operator's log. */
  log: string[];
}

export interface FixtureOptions extends Partial<Omit<WebhookSenderOptions, 'rules'>> {
  /** Default: nothing is admitted. */
  settings?: Partial<DestinationSettings>;
}

/** Loopback admitted in test mode, as on one machine. */
export const LOOPBACK: Partial<DestinationSettings> = { testTargetAllowlist: LOOPBACK_ALLOWLIST };

/** A webhook sender on the clock of the machine. */
export function senderUnderTest({ settings, ...options }: FixtureOptions = {}): SenderUnderTest {
  const metrics = new Metrics();
  const log: string[] = [];
  const rules = readDestinationRules({
    testTargetAllowlist: [],
    ports: DESTINATION_PORTS,
    ownDomains: [],
    deniedAddresses: [],
    nat64Enabled: false,
    ...settings,
  });
  const logger = createLogger({ service: 'test', level: 'debug', destination: { write: (line) => log.push(line) } });
  return { webhookSender: createWebhookSender({ clock: new SystemClock(), logger, metrics, rules, ...options }), metrics, log };
}
