import { resultsLiteral } from './results-literal';

describe('results as Postgres reads them', () => {
  it('are rows of an array, with nothing where nothing is known', () => {
    const literal = resultsLiteral([
      { delivery_id: 'whd_1', is_attempt: true, attempt_no: 2, response_body: null },
      { delivery_id: 'whd_2', is_attempt: false },
    ]);
    const nothing = (count: number): string => ','.repeat(count);
    expect(literal).toBe(String.raw`{"(0,\"whd_1\",,,,,true,2${nothing(24)})","(1,\"whd_2\",,,,,false${nothing(25)})"}`);
  });

  it('have texts quoted, whatever a receiver wrote into them', () => {
    expect(resultsLiteral([{ response_body: 'a"b\\c\0,)}' }])).toContain(String.raw`,\"a\"\"b\\\\c,)}\",`);
    expect(resultsLiteral([{ response_body: '' }])).toContain(String.raw`,\"\",`);
  });

  it('have headers as JSON and texts of a list each in quotes', () => {
    const literal = resultsLiteral([{ response_headers: { server: 'x' }, key_fingerprints: ['aa', 'b"'] }]);
    expect(literal).toContain(String.raw`,\"{\"\"server\"\":\"\"x\"\"}\",`);
    expect(literal).toContain(String.raw`,\"{\"\"aa\"\",\"\"b\\\\\"\"\"\"}\",`);
  });
});
