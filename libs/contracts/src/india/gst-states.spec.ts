import { GST_STATES, gstStateOf } from './gst-states';

describe('a state of GST', () => {
  it.each([
    ['29', '29'],
    ['KA', '29'],
    ['in-ka', '29'],
    [' karnataka ', '29'],
    ['Jammu & Kashmir', '01'],
    ['Uttarakhand', '05'],
    ['OR', '21'],
    ['tamil  nadu', '33'],
  ])('is known as %p', (text, code) => {
    expect(gstStateOf(text)).toBe(code);
  });

  it.each(['', '0', '39', '96', 'Bengaluru', 'IN'])('is not %p', (text) => {
    expect(gstStateOf(text)).toBeUndefined();
  });

  it('has no spelling in common with another', () => {
    const spellings = GST_STATES.flatMap(({ code, name, letters }) => [code, name, ...letters]);
    expect(new Set(spellings).size).toBe(spellings.length);
  });
});
