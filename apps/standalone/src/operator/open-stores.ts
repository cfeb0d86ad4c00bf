import type { EventStore } from '#event-store';
import { openAccountsStore } from '../../../gateway/src/index';
import { createLogger, Metrics, SystemClock, SystemRandom, type StoreDeps } from '#service';
import { KycConfig, openKycStore } from '../../../kyc/src/index';
import { openPaymentsStore, PaymentsConfig } from '../../../payments/src/index';
import { openWebhooksStore, WebhooksConfig } from '../../../webhooks/src/index';

/** The event stores of all services with the default settings, not started: to look into their logs. Stop each. */
export function openStores(databaseUrl: string): EventStore[] {
  const clock = new SystemClock();
  const logger = createLogger({ service: 'operator', level: 'silent' });
  const deps: StoreDeps = { clock, random: new SystemRandom(clock), logger, metrics: new Metrics() };
  return [
    openPaymentsStore(Object.assign(new PaymentsConfig(), { databaseUrl }), deps),
    openKycStore(Object.assign(new KycConfig(), { databaseUrl }), deps),
    openWebhooksStore(Object.assign(new WebhooksConfig(), { databaseUrl }), deps),
    openAccountsStore(databaseUrl, deps),
  ];
}
