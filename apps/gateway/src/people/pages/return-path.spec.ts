import { returnPath } from './return-path';

describe('where a sign-in leads to', () => {
  it.each(['/dashboard', '/dashboard/mailbox?x=1#y', '/oauth/consent/abc_DEF-123', '/docs/errors#rate_limited'])('is %s', (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each([
    ...[undefined, null, 5, ['/dashboard/mailbox'], '', 'dashboard', 'https://evil.example', 'https://evil.example/dashboard'],
    ...[
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      ' //evil.example',
    ],
    ...['javascript:alert(1)', 'JavaScript://%0aalert(1)', 'data:text/html,x', '/.//evil.example', '/x/..//evil.example'],
    ...[
      '/%2e%2e//evil.example/..//evil',
      '/a\\..\\..\\\\evil.example',
      'http:evil.example',
      '@evil.example',
      '/x y',
      '/é',
      `/${'x'.repeat(2_000)}`,
    ],
  ])('is never %j', (asked) => {
    const path = returnPath(asked);
    expect(new URL(path, 'https://hundi.example').origin).toBe('https://hundi.example');
    expect([path, path.startsWith('//')]).toEqual(['/dashboard', false]);
  });
});
