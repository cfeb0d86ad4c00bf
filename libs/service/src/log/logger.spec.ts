import { createLogger, type LoggerOptions } from './logger';
import { nestLogger } from './nest-logger';

const CARD = '4111111111111111';
const KEY = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
const AADHAAR = '999941057058';
const PASSWORD = 'hunter2hunter2';
const PII_PROBES = [CARD, KEY, AADHAAR, PASSWORD];

function capture(options: Partial<LoggerOptions> = {}) {
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', level: 'trace', ...options, destination: { write: (line) => void lines.push(line) } });
  return { logger, lines, text: () => lines.join('') };
}

describe('createLogger', () => {
  it('writes one JSON object a line with service, level word and RFC 3339 time', () => {
    const { logger, lines } = capture();
    logger.info({ shard: 7 }, 'appended');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/\n$/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ service: 'test', level: 'info', shard: 7, msg: 'appended' });
    expect(JSON.parse(lines[0] ?? '').time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('keeps a line without secrets as it is', () => {
    const { logger, lines } = capture();
    logger.info({ correlationId: '01999999-4105-7058-9999-999941057058', durationMs: 12 }, 'command settled');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ correlationId: '01999999-4105-7058-9999-999941057058', durationMs: 12 });
    expect(lines[0]).not.toContain('[redacted]');
  });

  it.each([
    ['whsk_', 'whsk_3q2+7wAA=='],
    ['whsec_', 'whsec_3q2+7wAA=='],
    ['at_live_', `at_live_${'0'.repeat(60)}`],
    ['rt_test_', `rt_test_${'0'.repeat(60)}`],
    ['ocs_test_', `ocs_test_${'0'.repeat(60)}`],
    ['_secret_', `pay_${'a'.repeat(24)}_secret_t${'b'.repeat(24)}`],
  ])('masks a secret of the kind %s in a line that holds nothing else to mask', (mark, secret) => {
    const { logger, text } = capture();
    logger.info({ detail: `seen ${secret} here` }, 'reported');
    expect(JSON.parse(text()).detail).toMatch(new RegExp(`^seen \\w*${mark}\\[redacted\\] here$`));
  });

  it.each([
    'authorization',
    'Authorization',
    'api_key',
    'apiKey',
    'x-api-key',
    'API_KEY_PEPPER',
    'pepper',
    'card',
    'cvv',
    'number',
    'document_number',
    'documentNumber',
    'secret',
    'client_secret',
    'password',
    'token',
    'x-internal-token',
    ...['email', 'phone', 'gstin', 'vpa', 'otp', 'share_code', 'date_of_birth', 'dateOfBirth', 'customer_name', 'postalCode'],
    'cookie',
    'body',
  ])('never writes the value of %s, however deep it lies', (field) => {
    const { logger, text } = capture();
    logger.info({ [field]: PASSWORD }, 'flat');
    logger.info({ request: { headers: [{ [field]: { inner: PASSWORD } }] } }, 'deep');
    logger.child({ [field]: PASSWORD }).info('bound');
    expect(text()).not.toContain(PASSWORD);
    expect(text().match(/\[redacted\]/g)).toHaveLength(3);
  });

  it('masks planted canaries in messages, arguments, errors, causes, stacks, bindings, names and numbers', () => {
    const { logger, text } = capture();
    const url = `postgres://hundi:${PASSWORD}@db/hundi`;
    logger.info(`paid with ${CARD} by ${KEY}`);
    logger.info('document %s at %s', AADHAAR, url);
    logger.error(new Error(`refused ${CARD}`, { cause: new Error(`at ${url}`) }));
    logger.error({ err: new TypeError(`bad key ${KEY}`), context: { list: [AADHAAR, { deep: CARD }] } }, 'failed');
    logger.child({ account: KEY }).warn({ amount: Number(CARD), aadhaarAsNumber: Number(AADHAAR), [CARD]: 1 }, 'numbers');
    for (const probe of PII_PROBES) expect(text()).not.toContain(probe);
    expect(text()).toContain('sk_live_[redacted]');
  });

  it('filters the readable form too and prints the stack of an error below the line', () => {
    const { logger, text } = capture({ pretty: true });
    logger.error({ err: new Error(`card ${CARD}`), shard: 3, token: PASSWORD }, `key ${KEY}`);
    for (const probe of PII_PROBES) expect(text()).not.toContain(probe);
    expect(text()).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} ERROR test: key sk_live_\[redacted\] {2}shard=3 {2}token=\[redacted\]\nError: card \[redacted\]\n\s+at /,
    );
  });

  it('names the service once when a child is one of several in the process', () => {
    const { logger, lines } = capture();
    logger.child({ service: 'payments' }).info('started');
    expect(lines[0]?.match(/"service"/g)).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ service: 'payments' });
  });

  it('writes nothing below its level', () => {
    const { logger, lines } = capture({ level: 'warn' });
    logger.info('quiet');
    expect(lines).toEqual([]);
  });
});

describe('nestLogger', () => {
  it('puts the chatter of Nest at debug and keeps warnings, errors and the context', () => {
    const { logger, lines } = capture();
    const nest = nestLogger(logger);
    nest.log('Nest application started', 'NestApplication');
    nest.warn('careful', 'Router');
    nest.error(new Error('broken'), 'stack', 'Filter');
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.map(({ level, context }) => [level, context])).toEqual([
      ['debug', 'NestApplication'],
      ['warn', 'Router'],
      ['error', 'Filter'],
    ]);
    expect(entries[2]).toMatchObject({ msg: 'broken', err: { message: 'broken' } });
  });
});
