import { resolve } from 'node:path';
import { DEFAULT_FOLDER, type DemoAccount } from './data-directory';

/** What a newcomer needs to see once everything answers. */
export interface BannerFacts {
  baseUrl: string;
  /** None in production. */
  account: DemoAccount | undefined;
  /** Whether `/docs` is served; the page of test values always is. */
  docsEnabled: boolean;
  /** True when this start found the folder already in use by an earlier one. */
  isReturning: boolean;
  /** Its whole path. */
  folder: string;
  /** One line for each server, for example `Kafka 127.0.0.1:9092`. */
  servers: readonly string[];
}

/** The text of the first minute: addresses, keys, and two commands to paste. */
export function bannerText(facts: BannerFacts): string {
  const { baseUrl, account } = facts;
  return [
    '',
    'Hundi is running.',
    '',
    `  Base URL   ${baseUrl}`,
    ...(facts.docsEnabled ? [`  Docs       ${baseUrl}/docs`] : []),
    `  Testing    ${baseUrl}/docs/testing`,
    `  Webhooks   ${baseUrl}/portal`,
    ...keyLines(account),
    ...claimLines(facts),
    '',
    ...facts.servers.map((line) => `  ${line}`),
    `  ${facts.isReturning ? 'Data kept in' : 'Data will be kept in'} ${facts.folder}`,
    '',
    ...(account === undefined ? [] : firstRequests(baseUrl, account.testKey)),
    `Ctrl-C stops Hundi. "${tailOf(facts.folder)}" in another terminal shows events as they pass.`,
    '',
  ].join('\n');
}

function keyLines(account: DemoAccount | undefined): string[] {
  if (account !== undefined) return [`  Test key   ${account.testKey}`, `  Live key   ${account.liveKey}`];
  return ['  Keys       npm run keys -- create --mode test|live --new-account (production: there is no demo account)'];
}

/** Passkeys are bound to a name, and an address is none. */
function claimLines({ baseUrl, account }: BannerFacts): string[] {
  if (account?.claimToken === undefined) return [];
  return [`  Dashboard  ${baseUrl.replace('//127.0.0.1', '//localhost')}/dashboard/claim#${account.claimToken}`];
}

function firstRequests(baseUrl: string, testKey: string): string[] {
  return [
    'Create a UPI payment of ₹500.00 in test mode:',
    '',
    `curl -sS -X POST ${baseUrl}/v1/payments -H 'Authorization: Bearer ${testKey}' -H 'Content-Type: application/json' -d '${paymentBody()}'`,
    '',
    'Read it again, with the id from the answer in place of PAYMENT_ID:',
    '',
    `curl -sS ${baseUrl}/v1/payments/PAYMENT_ID -H 'Authorization: Bearer ${testKey}'`,
    '',
  ];
}

/** Another terminal does not know the options of this start. */
function tailOf(folder: string): string {
  const place = folder === resolve(DEFAULT_FOLDER) ? '' : `HUNDI_DATA_DIR='${folder}' `;
  return `${place}npm run events:tail`;
}

function paymentBody(): string {
  return JSON.stringify({ amount: 50_000, currency: 'INR', payment_method: 'upi', description: 'My first payment' });
}
