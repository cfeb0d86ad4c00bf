import { inspect } from 'node:util';
import { Secret } from './secret';

const NUMBER = '999941057058';

it('a secret is shown only by reveal()', () => {
  const secret = new Secret(NUMBER);
  const seen = [String(secret), 'a ' + String(secret), JSON.stringify({ secret }), inspect({ secret }, { showHidden: true, depth: 5 })];
  for (const text of seen) expect(text).not.toContain(NUMBER);
  expect(secret.reveal()).toBe(NUMBER);
});

it('is gone after its call', () => {
  const secret = new Secret(NUMBER);
  secret.clear();
  expect(() => secret.reveal()).toThrow('after its call');
});
