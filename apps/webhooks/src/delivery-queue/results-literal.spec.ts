import type { ResultRow } from './result-row';
import { resultsLiteral } from './results-literal';

const RETURNED: ResultRow = {
  delivery_id: 'whd_1',
  lease_token: '00000000-0000-8000-8000-000000000000',
  endpoint_id: 'we_1',
  event_id: 'evt_1',
  kind: 'returned',
  is_attempt: false,
  attempt_no: 2,
  final_state: null,
  reason: null,
  next_attempt_at_ms: 1_795_257_564_000,
  first_attempt_at_ms: null,
  expires_at_ms: null,
  open_factor: 1.1,
};

const literalOf = (changes: Partial<ResultRow>): string => resultsLiteral([{ ...RETURNED, ...changes }]);

describe('results as Postgres reads them', () => {
  it('are rows of an array, with nothing where nothing is known', () => {
    const nothing = ','.repeat(20);
    const row = (ord: number, id: string, rest: string): string =>
      `"(${ord},${id},00000000-0000-8000-8000-000000000000,we_1,evt_1,returned,false,2${nothing}${rest},1.1)"`;
    expect(resultsLiteral([RETURNED, { ...RETURNED, delivery_id: 'whd_2', next_attempt_at_ms: null, first_attempt_at_ms: 5 }])).toBe(
      `{${row(0, 'whd_1', ',1795257564000,,')},${row(1, 'whd_2', ',,5,')}}`,
    );
  });

  it('have texts quoted, whatever a receiver wrote into them', () => {
    expect(literalOf({ response_body: 'a"b\\c\0,)}' })).toContain(String.raw`,\"a\"\"b\\\\c,)}\",`);
    expect(literalOf({ response_body: '' })).toContain(String.raw`,\"\",`);
  });

  it('have headers as JSON and texts of a list each in quotes', () => {
    const literal = literalOf({ response_headers: { server: 'x' }, key_fingerprints: ['aa', 'b"'] });
    expect(literal).toContain(String.raw`,\"{\"\"server\"\":\"\"x\"\"}\",`);
    expect(literal).toContain(String.raw`,\"{\"\"aa\"\",\"\"b\\\\\"\"\"\"}\",`);
  });
});
