import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '#testing';

/** As root, without a display, and without what a browser does of its own accord. Each start has a profile of its own. */
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** The Chromium of the machine. @throws Error without one. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('chromium not found; apt-get install chromium, or set CHROMIUM_PATH');
  return chromium.launch({ executablePath, args: FLAGS });
}
