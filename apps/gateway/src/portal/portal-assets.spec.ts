import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PORTAL_ASSETS, PORTAL_FILES, PORTAL_SCRIPTS } from './portal-assets';
import { PORTAL_PAGE, PORTAL_POLICY } from './portal-page';

describe('the files of the portal', () => {
  it('are all that lies there, and nothing else is served', () => {
    const sources = readdirSync(join(__dirname, 'client')).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
    expect(sources.map((name) => name.replace(/\.ts$/, '.js')).sort()).toEqual([...PORTAL_SCRIPTS].sort());
    expect(readdirSync(join(__dirname, 'assets')).sort()).toEqual([...PORTAL_FILES].sort());
  });

  it.each(['', '..', '../portal-page.js', 'app.ts', 'tsconfig.json', '__proto__', 'constructor'])('has no file %j', (name) => {
    expect(PORTAL_ASSETS.find(name)).toBeUndefined();
  });

  it('are all that the page asks for', () => {
    const asked = [...PORTAL_PAGE.matchAll(/(?:src|href)="\/portal\/assets\/([^"]+)"/g)].map(([, name]) => name);
    expect(asked).toEqual(['portal.svg', 'portal.css', 'app.js']);
  });
});

describe('the page', () => {
  it('has neither script nor style in itself, and asks no other host', () => {
    expect(PORTAL_PAGE).not.toMatch(/<script(?![^>]* src="\/)|<style|style=|\son\w+=|https?:/);
  });

  it('allows nothing beyond its own files', () => {
    expect(PORTAL_POLICY).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
    for (const directive of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'none'", "require-trusted-types-for 'script'"]) {
      expect(PORTAL_POLICY).toContain(directive);
    }
  });
});
