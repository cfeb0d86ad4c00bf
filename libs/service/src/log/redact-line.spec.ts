import { redactLine } from './redact-line';

const lineOf = (text: string): string => `${JSON.stringify({ level: 'info', text })}\n`;

describe('the last filter of a log line', () => {
  it.each([
    ['postgres://hundi:p4ss@db/hundi', 'postgres://hundi:[redacted]@db/hundi'],
    ['amqp://:p4ss:w0rd@broker', 'amqp://:[redacted]@broker'],
    ['http://127.0.0.1:4000 of asha@example.in', 'http://127.0.0.1:4000 of asha@example.in'],
  ])('masks the password of a URL: %s', (text, shown) => {
    expect(redactLine(lineOf(text))).toBe(lineOf(shown));
  });

  it.each(['://', '://:', '://a:', 'a:', '@', '://@', '1234-', 'ABCDE '])('looks through 64 kilobytes of "%s" at once', (part) => {
    const line = lineOf(part.repeat(65_536 / part.length));
    const startedAtMs = performance.now();
    redactLine(line);
    expect(performance.now() - startedAtMs).toBeLessThan(500); // a pattern that starts again at each character needs seconds
  });
});
