import { GST_STATES, gstStateOf, spellingsOf } from './gst-states';

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
    ['Tamilnadu', '33'],
    ['Orissa', '21'],
    ['Pondicherry', '34'],
    ['Uttaranchal', '05'],
    ['Uttrakhand', '05'],
    ['New Delhi', '07'],
    ['N.C.T. of Delhi', '07'],
    ['Chattisgarh', '22'],
    ['Keralam', '32'],
    ['J&K', '01'],
    ['Andaman & Nicobar', '35'],
    ['State of Goa', '30'],
    ['Daman and Diu', '26'],
    ['Daman & Diu', '26'],
    ['Dadra and Nagar Haveli', '26'],
    ['The Dadra & Nagar Haveli and Daman & Diu (Newly Merged UT)', '26'],
    ['DD', '26'],
    ['DN', '26'],
    ['25', '26'],
    ['28', '37'],
    ['Andhra Pradesh (Before Division)', '37'],
    ['Ladakh (Newly Added)', '38'],
    ['27-Maharashtra', '27'],
    ['07 - Delhi', '07'],
    ['25-Daman & Diu', '26'],
    ['28-Andhra Pradesh (Old)', '37'],
    ['Telangana State', '36'],
    ['Puducherry U.T.', '34'],
    ['A & N Islands', '35'],
    ['IN MH', '27'],
  ])('is known as %p', (text, code) => {
    expect(gstStateOf(text)).toBe(code);
  });

  it.each(['', '0', '39', '96', 'Bengaluru', 'IN', '()', 'and', 'state of', 'state', 'UT of', '27-Karnataka'])('is not %p', (text) => {
    expect(gstStateOf(text)).toBeUndefined();
  });

  it('has no spelling in common with another', () => {
    for (const row of GST_STATES) {
      for (const spelling of spellingsOf(row)) expect([spelling, gstStateOf(spelling)]).toEqual([spelling, row.code]);
    }
  });
});
