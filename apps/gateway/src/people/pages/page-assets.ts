import { join } from 'node:path';
import { StaticFiles } from '../../http/static-files';

/** The scripts that pages begin with, compiled from `client/`; the browser loads them as modules. */
export const PAGE_SCRIPTS = ['consent.js', 'form-page.js', 'mailbox.js', 'sign-in.js', 'start.js', 'verify-email.js'] as const;

/** What these import. */
export const PAGE_MODULES = [
  ...(['api.js', 'browser.js', 'copy.js', 'forms.js', 'own-path.js', 'passkey-section.js', 'passkeys.js'] as const),
  ...(['phrase.js', 'qr-code.js', 'second-factor.js', 'step-up.js'] as const),
] as const;

/** What the build takes from packages. */
export const PAGE_PACKAGES = ['qr.js', 'words.js'] as const;

/** The look is that of the portal, also where the portal is not served. */
const PORTAL_LOOK = ['portal.css', 'portal.svg'] as const;

/** The files behind the pages of people. */
export const PAGE_ASSETS = new StaticFiles({
  [join(__dirname, 'client')]: [...PAGE_SCRIPTS, ...PAGE_MODULES, ...PAGE_PACKAGES],
  [join(__dirname, '../../portal/assets')]: PORTAL_LOOK,
});

/** A script that a page begins with. */
export type PageScript = (typeof PAGE_SCRIPTS)[number];
