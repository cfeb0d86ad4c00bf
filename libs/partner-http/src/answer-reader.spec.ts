import { AnswerReader } from './answer-reader';

describe('answers of others', () => {
  const answer = AnswerReader.parse(
    '{"id":90071992547409930,"name":"x","empty":"","list":[1],"deep":{"amount":19.99},"__proto__":{"admin":"yes"}}',
  );

  it('keep every digit of a number', () => {
    expect(answer.text('id')).toBe('90071992547409930');
    expect(answer.object('deep').text('amount')).toBe('19.99');
  });

  it.each(['missing', 'empty', 'list', 'constructor', 'toString'])('have no text %p', (name) =>
    expect(answer.findText(name)).toBeUndefined(),
  );

  it.each([
    ['a text', () => answer.text('missing')],
    ['a number', () => answer.integer('name')],
    ['an object', () => answer.object('list')],
    ['a list of objects', () => answer.list('list')],
    ['a short enough text', () => answer.text('id', 5)],
  ])('without %s are malformed', (_name, read) => expect(read).toThrow(/has no usable/));

  it.each(['', '[]', 'null', '"x"', '{', '<html>'])(
    'that are not an object (%p) are malformed, and the complaint repeats nothing',
    (text) => expect(() => AnswerReader.parse(text)).toThrow('the answer of the partner has no usable "body"'),
  );
});
