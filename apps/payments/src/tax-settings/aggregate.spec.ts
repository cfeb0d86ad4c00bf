import { join } from 'node:path';
import { TAX_SETTINGS_EVENT_TYPES } from '#contracts';
import { assertGoldenFiles } from '#event-store';
import { DEFAULT_GST_RULES } from '../invoice/decide/gst-rates';
import { defineTaxSettings } from './aggregate';
import { taxSettingsIdOf } from './id';
import { TAX_SETTINGS_PUBLIC_NAME } from './publish';
import { taxSettingsResource, usualTaxSettings } from './render';

const aggregate = defineTaxSettings({ rules: DEFAULT_GST_RULES });
const OWNER = { accountId: 'acct_0QvAb12c00ABCDEFGHIJKLMN', livemode: false };

describe('tax settings: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish the names of the catalog', () => {
    expect(Object.values(TAX_SETTINGS_PUBLIC_NAME)).toEqual([...TAX_SETTINGS_EVENT_TYPES]);
  });
});

describe('the tax settings of an account', () => {
  it('are one object in each mode', () => {
    expect(taxSettingsIdOf(OWNER)).toMatch(/^tax_[0-9A-Za-z]{24}$/);
    expect(taxSettingsIdOf(OWNER)).toBe(taxSettingsIdOf({ ...OWNER }));
    expect(taxSettingsIdOf({ ...OWNER, livemode: true })).not.toBe(taxSettingsIdOf(OWNER));
  });

  it('look before the first change as they do after one that changes nothing, but for its times', () => {
    const head = { streamId: taxSettingsIdOf(OWNER), ...OWNER, version: 1, sequence: 1, createdAtMs: 1_000, updatedAtMs: 2_000 };
    const shown = taxSettingsResource({ head, state: aggregate.initialState });
    expect(shown).toEqual({ ...usualTaxSettings(OWNER), created_at: 1, updated_at: 2, sequence: 1 });
  });
});
