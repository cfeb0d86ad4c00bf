/** A state or territory as goods and services tax knows it. */
interface GstState {
  /** Two digits, the beginning of a GSTIN. */
  code: string;
  name: string;
  /** ISO 3166-2:IN, without the country; letters of before a renaming follow. */
  letters: readonly string[];
  /** Codes of territories that it took over. GSTINs still begin with them. */
  formerCodes?: readonly string[];
  /** Names of before a renaming or a merger, and spellings that are usual in addresses. */
  otherNames?: readonly string[];
}

const state = (code: string, name: string, letters: string, more: Pick<GstState, 'formerCodes' | 'otherNames'> = {}): GstState => ({
  code,
  name,
  letters: letters.split(' ').filter((word) => word !== ''),
  ...more,
});

/**
 * The states and territories of GST (docs/reference/identity-documents.md, GSTIN). Daman and Diu became part of 26 on 26 January 2020
 * (Act 44 of 2019), and Andhra Pradesh has been 37 since Telangana became a state of its own in 2014.
 */
export const GST_STATES: readonly GstState[] = [
  state('01', 'Jammu and Kashmir', 'JK', { otherNames: ['J and K', 'Jammu', 'Kashmir', 'Jammu Kashmir'] }),
  state('02', 'Himachal Pradesh', 'HP', { otherNames: ['Himachal'] }),
  state('03', 'Punjab', 'PB', { otherNames: ['Panjab'] }),
  state('04', 'Chandigarh', 'CH'),
  state('05', 'Uttarakhand', 'UK UT UA', {
    otherNames: ['Uttaranchal', 'Uttrakhand', 'Uttarkhand', 'Uttrakand', 'Uttarakand', 'Uttranchal', 'Utarakhand'],
  }),
  state('06', 'Haryana', 'HR', { otherNames: ['Hariyana', 'Hariana'] }),
  state('07', 'Delhi', 'DL', {
    otherNames: [
      'New Delhi',
      'NCT of Delhi',
      'Delhi NCT',
      'NCT Delhi',
      'National Capital Territory of Delhi',
      'NCT',
      'National Capital Territory',
      'NCR Delhi',
    ],
  }),
  state('08', 'Rajasthan', 'RJ', { otherNames: ['Rajastan', 'Rajsthan'] }),
  state('09', 'Uttar Pradesh', 'UP', { otherNames: ['Uttarpradesh', 'United Provinces'] }),
  state('10', 'Bihar', 'BR'),
  state('11', 'Sikkim', 'SK'),
  state('12', 'Arunachal Pradesh', 'AR', { otherNames: ['Arunachal', 'North East Frontier Agency', 'Arunanchal Pradesh'] }),
  state('13', 'Nagaland', 'NL'),
  state('14', 'Manipur', 'MN'),
  state('15', 'Mizoram', 'MZ'),
  state('16', 'Tripura', 'TR'),
  state('17', 'Meghalaya', 'ML', { otherNames: ['Meghalya'] }),
  state('18', 'Assam', 'AS', { otherNames: ['Asom'] }),
  state('19', 'West Bengal', 'WB', { otherNames: ['Paschim Banga', 'Paschimbanga', 'Pashchim Banga', 'Bengal', 'West Bangal'] }),
  state('20', 'Jharkhand', 'JH', { otherNames: ['Jharkand'] }),
  state('21', 'Odisha', 'OD OR', { otherNames: ['Orissa', 'Orrisa', 'Odissa'] }),
  state('22', 'Chhattisgarh', 'CG CT', {
    otherNames: ['Chattisgarh', 'Chhatisgarh', 'Chatisgarh', 'Chhattisgar', 'Chattishgarh', 'Chhattishgarh'],
  }),
  state('23', 'Madhya Pradesh', 'MP', { otherNames: ['Madhya Bharat'] }),
  state('24', 'Gujarat', 'GJ', { otherNames: ['Gujrat', 'Gujarath'] }),
  state('26', 'Dadra and Nagar Haveli and Daman and Diu', 'DH DD DN', {
    formerCodes: ['25'],
    otherNames: [
      'Dadra and Nagar Haveli',
      'Daman and Diu',
      'Dadra Nagar Haveli',
      'Daman Diu',
      'Daman',
      'Diu',
      'DNH',
      'DNHDD',
      'Daman and Diu and Dadra and Nagar Haveli',
      'Dadra Nagar Haveli and Daman Diu',
      'Dadar and Nagar Haveli',
      'D and NH',
      'Silvassa',
    ],
  }),
  state('27', 'Maharashtra', 'MH', { otherNames: ['Maharastra', 'Maharashtara'] }),
  state('29', 'Karnataka', 'KA', { otherNames: ['Karnatka', 'Mysore State', 'Karnatak'] }),
  state('30', 'Goa', 'GA'),
  state('31', 'Lakshadweep', 'LD', {
    otherNames: [
      'Lakshadweep Islands',
      'Lakshwadeep',
      'Laccadive Islands',
      'Laccadive, Minicoy and Amindivi Islands',
      'Lakshdweep',
      'Lakshadeep',
      'Laccadives',
    ],
  }),
  state('32', 'Kerala', 'KL', { otherNames: ['Keralam', 'Kerela', 'Kerla'] }),
  state('33', 'Tamil Nadu', 'TN', { otherNames: ['Tamilnad', 'Madras State'] }),
  state('34', 'Puducherry', 'PY', { otherNames: ['Pondicherry', 'Pondichery', 'Puduchery', 'Pondy'] }),
  state('35', 'Andaman and Nicobar Islands', 'AN', {
    otherNames: ['Andaman and Nicobar', 'Andaman Nicobar', 'Andaman and Nicobar Island', 'A and N Islands', 'A and N'],
  }),
  state('36', 'Telangana', 'TS TG', { otherNames: ['Telengana', 'Telanganna'] }),
  state('37', 'Andhra Pradesh', 'AP', { formerCodes: ['28'], otherNames: ['Andhra', 'Andhra Pradesh New', 'Andra Pradesh'] }),
  state('38', 'Ladakh', 'LA'),
  state('97', 'Other Territory', '', { otherNames: ['Other Territories'] }),
  state('99', 'Centre Jurisdiction', ''),
];

const CODE_BY_SPELLING: ReadonlyMap<string, string> = new Map(
  GST_STATES.flatMap((row) => spellingsOf(row).map((spelling) => [foldSpelling(spelling), row.code] as const)),
);

/** Every way to write a state. */
export function spellingsOf({ code, name, letters, formerCodes = [], otherNames = [] }: GstState): string[] {
  const [codes, names] = [
    [code, ...formerCodes],
    [name, ...otherNames],
  ];
  return [...codes, ...letters, ...names, ...codes.flatMap((digits) => names.map((word) => `${digits}-${word}`))];
}

/**
 * The code of a state that is written as its code, its letters (`KA`, `IN-KA`), its English name of today or before, or both (`29-Karnataka`,
 * as in returns), in any case and with any punctuation; undefined for anything else. A code or name of a territory that was merged gives
 * the code of today.
 */
export function gstStateOf(text: string): string | undefined {
  return CODE_BY_SPELLING.get(foldSpelling(text));
}

/** Without what differs between spellings of one name: case, blanks, punctuation, and words that say what kind of place it is. */
function foldSpelling(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^in[- ]/, '')
    .replaceAll(/\(.*\)/g, '')
    .replaceAll('&', ' and ')
    .replace(/^\s*(the |state of |union territory of |ut of )+/, '')
    .replace(/ (state|ut|u\.t\.)$/, '')
    .replaceAll(/[\s.,'’/-]+/g, '');
}
