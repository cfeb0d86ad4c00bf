import { GST_STATES } from '../india/gst-states';

/**
 * GSTIN state codes, with those of before a merger (docs/reference/identity-documents.md, GSTIN). 96 is a place of supply only and never
 * stands in a GSTIN.
 */
export const GSTIN_STATES: ReadonlySet<string> = new Set(GST_STATES.flatMap(({ code, formerCodes = [] }) => [code, ...formerCodes]));

/** PAN holder types, the fourth letter (docs/reference/identity-documents.md, PAN). E is accepted in answers of a provider only. */
export const PAN_HOLDER_TYPES = 'ABCFGHLJPTK';

/** Company classes inside a CIN (docs/reference/identity-documents.md, CIN). */
export const COMPANY_CLASSES: ReadonlySet<string> = new Set([
  'PLC',
  'PTC',
  'OPC',
  'NPL',
  'FTC',
  'FLC',
  'GOI',
  'SGC',
  'GAP',
  'GAT',
  'ULL',
  'ULT',
]);

/** The states of driving licences, old letters of renamed ones included (docs/reference/identity-documents.md, Driving licence). */
export const LICENCE_STATES: ReadonlySet<string> = new Set(
  'AN AP AR AS BR CG CH DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY RJ SK TG TS TN TR UK UA UP WB'.split(' '),
);
