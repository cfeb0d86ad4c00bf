import { runProgram } from './run-program';

jest.setTimeout(120_000);

describe('--help', () => {
  it.each([
    ...['dead-letters', 'events-tail', 'kafka-acls', 'kafka-topics', 'keys', 'kyc-hold', 'kyc-review', 'log-epoch', 'rebuild-view'],
    ...['rewrap-keys', 'unsettled', 'verify-chain', 'webhook-endpoint'],
  ])('of %s says how it is called, and does nothing', (name) => {
    const printed = runProgram(`operator/${name}.js`, ['--help'], {
      HUNDI_DATA_DIR: '/nowhere',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/no',
    });
    expect(printed).toMatch(new RegExp(`^Usage:\\s+npm run ${name.replace('events-tail', 'events:tail')}`));
  });
});
