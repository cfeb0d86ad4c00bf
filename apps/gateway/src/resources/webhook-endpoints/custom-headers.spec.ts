import { checkCustomHeaders } from './custom-headers';

const problems = (headers: Record<string, string>): number => checkCustomHeaders(headers).length;

describe('custom headers of an endpoint', () => {
  it('may carry a token for the receiver', () => {
    expect(problems({ Authorization: 'Bearer abc', 'X-Tenant': 'é\ttwo' })).toBe(0);
  });

  it.each([
    ...['Host', 'content-length', 'Content-Type', 'content-encoding', 'Transfer-Encoding', 'connection', 'keep-alive', 'TE', 'trailer'],
    ...['upgrade', 'expect', 'Proxy-Authorization', 'proxy-connection', 'Cookie', 'forwarded', 'X-Forwarded-For', 'x-forwarded-host'],
    ...['x-real-ip', 'via', 'User-Agent', 'Webhook-Signature', 'webhook-anything', 'Metadata-Flavor', 'metadata', 'X-Metadata-Token'],
    ...['x-aws-ec2-metadata-token', 'X-aws-ec2-metadata-token-ttl-seconds'],
  ])('refuses %s', (name) => {
    expect(problems({ [name]: 'x' })).toBe(1);
  });

  it.each(['', 'a b', 'a:b', 'a\r\nb', 'naïve', 'x\u0000'])('refuses the name %j', (name) => {
    expect(problems({ [name]: 'x' })).toBe(1);
  });

  it.each([
    ...['Accept-Encoding', 'Set-Cookie', 'Content-Language', 'If-Match', 'Range', 'Date', 'Location', 'Origin', 'Sec-Fetch-Mode'],
    ...['Access-Control-Allow-Origin', 'HTTP2-Settings', 'Max-Forwards', 'WWW-Authenticate', 'Vary'],
  ])('refuses %s, which frames a request or belongs to a response or a browser', (name) => {
    expect(problems({ [name]: 'x' })).toBe(1);
  });

  it.each(['Authorization', 'X-Api-Key', 'Accept', 'X-Content'])('takes %s', (name) => {
    expect(problems({ [name]: 'x' })).toBe(0);
  });

  it.each(['a\r\nx: y', 'a\n', '\r', 'a\u0000', 'ज', '😀', '\u0007', '\u0085'])('refuses the value %j', (value) => {
    expect(problems({ 'x-a': value })).toBe(1);
  });

  it('never repeats a value', () => {
    expect(JSON.stringify(checkCustomHeaders({ Host: 'secret-value', 'x-b': 'secret-value\n' }))).not.toContain('secret-value');
  });

  it('takes ten headers and 4,096 bytes, and no more', () => {
    const ten = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`x-${index}`, 'v']));
    expect([problems(ten), problems({ ...ten, 'x-10': 'v' })]).toEqual([0, 1]);
    expect([problems({ 'x-a': 'v'.repeat(4_093) }), problems({ 'x-a': 'v'.repeat(4_094) })]).toEqual([0, 1]);
  });

  it('refuses the same name in another case', () => {
    expect(problems({ 'X-A': '1', 'x-a': '2' })).toBe(1);
  });
});
