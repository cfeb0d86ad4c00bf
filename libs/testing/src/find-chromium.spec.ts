import { findChromium } from './find-chromium';

describe('the Chromium for the tests of pages', () => {
  const { CHROMIUM_PATH, PATH } = process.env;
  afterEach(() => {
    for (const [name, value] of Object.entries({ CHROMIUM_PATH, PATH })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it('is the one that CHROMIUM_PATH names, if it is there', () => {
    process.env.CHROMIUM_PATH = process.execPath;
    expect(findChromium()).toBe(process.execPath);
    process.env.CHROMIUM_PATH = '/nowhere/chromium';
    expect(findChromium()).toBeUndefined();
  });

  it('is missing where no folder of PATH has one', () => {
    delete process.env.CHROMIUM_PATH;
    process.env.PATH = '/nowhere';
    expect(findChromium()).toBeUndefined();
  });
});
