import { maskContact, maskEmbedded, shownTo } from './contact-mask';

const user = (role: 'viewer' | 'support') => ({ user: { id: 'usr_1', role, hasStepUp: false } });

describe('contact data of those who may only look', () => {
  it.each([
    ['email', '"asha.rao@example.com"', '"a***@example.com"'],
    ['email', 'null', 'null'],
    ['phone', '"+919876543210"', '"+********3210"'],
    ['name', '"Asha Rao"', '"Asha Rao"'],
    [
      'customer',
      '{"name":"Asha","email":"asha@example.com","phone":"+919876543210"}',
      '{"name":"Asha","email":"a***@example.com","phone":"+********3210"}',
    ],
    ['customer', '{"contacts":[{"email":"asha@example.com"}]}', '{"contacts":[{"email":"a***@example.com"}]}'],
  ])('are masked: %s %s', (field, json, shown) => {
    expect(maskContact(json, field)).toBe(shown);
  });

  it('are masked in a body that an answer quotes, and nowhere else', () => {
    const body = JSON.stringify({ email: 'asha@example.com', phone: '+919876543210', name: 'Asha' });
    const answer = JSON.stringify({ email: 'support@example.com', request_body: body });
    expect(JSON.parse(maskEmbedded(answer))).toEqual({
      email: 'support@example.com',
      request_body: JSON.stringify({ email: 'a***@example.com', phone: '+********3210', name: 'Asha' }),
    });
  });

  it('are shown to everybody else', () => {
    expect([shownTo(null), shownTo({}), shownTo(user('support')), shownTo(user('viewer'))]).toEqual([
      undefined,
      undefined,
      undefined,
      maskContact,
    ]);
  });
});
