import { chromium, type Browser, type Page } from 'playwright-core';
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

/** A page of a new person, on a narrow screen. What its policy stops, and what its scripts throw, is in `faults`. */
export async function newPage(browser: Browser, faults: string[]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) faults.push(message.text());
  });
  return page;
}
