import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createInProcessBus } from '#messaging';
import { Health, Metrics, SystemClock, SystemRandom, createLogger, loadConfig } from '#service';
import { TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS, testPersonalData } from '#testing';
import { openAccountsStore } from '../src/accounts/accounts-store';
import { RunningAccounts } from '../src/accounts/start-accounts';
import { assembleGateway } from '../src/assemble-gateway';
import { GatewayConfig } from '../src/config';
import { OpenApiDocument } from '../src/docs/openapi-document';
import type { Document } from '../src/docs/published/open-api';

/** A gateway with every route, which is not started: enough to describe it. */
export interface DescribedGateway {
  app: NestFastifyApplication;
  document: OpenApiDocument;
}

export async function gatewayToDescribe(): Promise<DescribedGateway> {
  const clock = new SystemClock();
  const logger = createLogger({ service: 'gateway', level: 'silent' });
  const config = loadConfig(GatewayConfig, {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    INTERNAL_TOKEN: 'development-only-token',
    API_KEY_PEPPER: 'development-only-pepper',
    PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS,
    PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY,
    PAYMENTS_URL: 'http://127.0.0.1:1',
    KYC_URL: 'http://127.0.0.1:1',
    WEBHOOKS_URL: 'http://127.0.0.1:1',
    PUBLIC_URL: 'https://api.example.com/',
    COOKIE_KEYS: 'development-only-key-for-the-cookies',
    OAUTH_SIGNING_KEYS: Buffer.alloc(32, 1).toString('base64url'),
    METRICS_ON_PUBLIC_PORT: 'true',
  });
  const bus = createInProcessBus({ clock, logger });
  const random = new SystemRandom();
  const personalData = testPersonalData(config.databaseUrl, { clock, random });
  const deps = { bus, logger, clock, random, health: new Health(), metrics: new Metrics(), personalData };
  const store = openAccountsStore(config.databaseUrl, deps);
  const accounts = new RunningAccounts(store, 'http://127.0.0.1:1', { expect: () => undefined }, { send: async () => undefined }, () =>
    store.stop(),
  );
  const { app } = await assembleGateway(config, deps, accounts);
  return { app, document: app.get(OpenApiDocument, { strict: false }) };
}

/** What a gateway serves as its documents. */
export interface DescribedDocuments {
  /** Of the published document, as it is sent. */
  text: string;
  document: Document;
  strict: Document;
}

/** The documents of a gateway with every route. */
export async function describedDocuments(): Promise<DescribedDocuments> {
  const gateway = await gatewayToDescribe();
  try {
    const text = gateway.document.published().plain.toString();
    return { text, document: JSON.parse(text) as Document, strict: JSON.parse(gateway.document.strict().toString()) as Document };
  } finally {
    await gateway.app.close();
  }
}
