import { join } from 'node:path';
import { StaticFiles } from '../http/static-files';

/** The scripts, compiled from `client/`; the browser loads them as modules. */
export const PORTAL_SCRIPTS = [
  'actions.js',
  'api.js',
  'app.js',
  'browser.js',
  'delivery-views.js',
  'dialogs.js',
  'endpoint-views.js',
  'event-picker.js',
  'event-views.js',
  'form-values.js',
  'format.js',
  'health-chart.js',
  'html.js',
  'pages.js',
  'parts.js',
  'place.js',
  'routes.js',
  'shell.js',
] as const;

/** What lies in `assets/` as it is. */
export const PORTAL_FILES = ['portal.css', 'portal.svg'] as const;

/** The files of the portal. */
export const PORTAL_ASSETS = new StaticFiles({ [join(__dirname, 'client')]: PORTAL_SCRIPTS, [join(__dirname, 'assets')]: PORTAL_FILES });
