import { bannerText } from './startup-banner';

describe('the welcome', () => {
  const linesWith = (docsEnabled: boolean): string[] => {
    const account = { id: 'acct_1', testKey: 'sk_test_1', liveKey: 'sk_live_1' } as unknown as Parameters<typeof bannerText>[0]['account'];
    const facts = {
      baseUrl: 'http://127.0.0.1:4000',
      account,
      isReturning: false,
      folder: '/data',
      servers: ['Postgres   127.0.0.1:5432'],
    };
    return bannerText({ ...facts, docsEnabled }).split('\n');
  };
  const ADDRESSES = [
    '  Base URL   http://127.0.0.1:4000',
    '  Docs       http://127.0.0.1:4000/docs',
    '  Testing    http://127.0.0.1:4000/docs/testing',
    '  Webhooks   http://127.0.0.1:4000/portal',
    '  Test key   sk_test_1',
    '  Live key   sk_live_1',
  ];

  it('names the pages that are served', () => {
    expect(linesWith(true).slice(3, 9)).toEqual(ADDRESSES);
  });

  it('does not name the reference where DOCS_ENABLED is false', () => {
    expect(linesWith(false).slice(3, 8)).toEqual(ADDRESSES.filter((line) => !line.includes('  Docs ')));
    expect(linesWith(false).length).toBe(linesWith(true).length - 1);
  });

  it('shows the link that makes the reader owner of the account, as long as there is none', () => {
    const account = { testKey: 'sk_test_1', liveKey: 'sk_live_1', claimToken: 'T' } as unknown as Parameters<
      typeof bannerText
    >[0]['account'];
    const facts = { baseUrl: 'http://127.0.0.1:4000', account, isReturning: true, folder: '/data', servers: [], docsEnabled: true };
    expect(bannerText(facts)).toContain('  Dashboard  http://localhost:4000/dashboard/claim#T\n');
    expect(linesWith(true).join()).not.toContain('/dashboard/');
  });
});
