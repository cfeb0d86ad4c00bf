import { sandboxCardNumbers, findSandboxCard } from '../sandbox/cards';
import { instrumentIdentityOf } from './saved-instrument';

describe('the identity of an instrument', () => {
  const identityOf = (number: string): string => {
    const card = findSandboxCard(number);
    if (card === undefined) throw new Error(`${number} is no card of the sandbox`);
    return instrumentIdentityOf({ method: 'card', card: { ...card, expiryMonth: 1, expiryYear: 2035 } });
  };

  it('tells every two cards of the sandbox apart without their numbers', () => {
    const numbers = sandboxCardNumbers();
    const identities = numbers.map(identityOf);
    expect(new Set(identities).size).toBe(numbers.length);
    for (const [index, number] of numbers.entries()) expect(identities[index]).not.toContain(number.slice(0, -4));
  });

  it('does not depend on the expiry date of a card', () => {
    const card = { ...findSandboxCard('4111111111111111')!, expiryMonth: 1 };
    const identities = [2030, 2031].map((expiryYear) => instrumentIdentityOf({ method: 'card', card: { ...card, expiryYear } }));
    expect(identities[0]).toBe(identities[1]);
  });
});
