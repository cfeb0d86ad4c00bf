import type { MailResource, SessionAnswer } from '#contracts';
import { escapeHtml } from '../../docs/html';
import { renderClaimPage } from './claim-page';
import { renderInvitationPage } from './invitation-page';
import { renderMailboxPage } from './mailbox-page';
import { PAGE_ASSETS } from './page-assets';
import type { PageReader } from './page-frame';
import { PAGE_POLICY } from './page-headers';
import { renderResetPage, renderResetRequestPage } from './password-pages';
import { renderSignInPage } from './sign-in-page';
import { renderSignUpPage } from './sign-up-page';
import { renderStartPage } from './start-page';
import { renderVerifyEmailPage } from './verify-email-page';

const EVIL = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`;
const READER: PageReader = { name: EVIL, email: EVIL, isOperator: true, csrf: EVIL };
const MAIL: MailResource = { id: EVIL, kind: EVIL, to: EVIL, subject: EVIL, text: EVIL, created_at: 1_795_000_000 };
const PUBLIC_URL = 'http://localhost:4000';

function session(totp: boolean): SessionAnswer {
  return {
    user: { totp_enabled: totp, recovery_codes_left: 7 } as SessionAnswer['user'],
    accounts: [{ id: EVIL, name: EVIL, role: 'owner', status: 'active', live_enabled: true }],
    ...{ scopes: { test: [], live: [] }, csrf: EVIL, step_up_until: 0, is_operator: true },
  };
}

const PAGES: [name: string, page: string][] = [
  ['claim', renderClaimPage()],
  ['sign-up', renderSignUpPage(true)],
  ['sign-up that is closed', renderSignUpPage(false)],
  ['verify-email', renderVerifyEmailPage()],
  ['sign-in', renderSignInPage({ returnTo: EVIL, isSignUpOpen: true, reader: READER })],
  ['reset request', renderResetRequestPage()],
  ['reset', renderResetPage()],
  ['invitation', renderInvitationPage(null)],
  ['invitation of a person', renderInvitationPage(READER)],
  [
    'mailbox',
    renderMailboxPage({ mails: [MAIL, { ...MAIL, to: null, subject: null, text: null }], reader: READER, publicUrl: PUBLIC_URL }),
  ],
  ['start', renderStartPage(session(false), READER)],
  ['start with a second factor', renderStartPage(session(true), READER)],
];

describe.each(PAGES)('the page %s', (_name, page) => {
  it('shows what people have written as text', () => {
    expect(page).not.toMatch(/<img|<script>|onerror='/);
  });

  it('has neither script nor style in itself, and asks for files of its own alone', () => {
    expect(page.replaceAll(escapeHtml(EVIL), '')).not.toMatch(
      /<script(?![^>]* src="\/dashboard\/assets\/)|<style|\sstyle=|\son\w+=|https?:\/\/(?!localhost)/,
    );
    const asked = [...page.matchAll(/(?:src|href)="\/dashboard\/assets\/([^"]+)"/g)].map(([, name]) => name);
    expect(PAGE_ASSETS.names).toEqual(expect.arrayContaining(asked));
  });

  it('has ids that are there once, a label for every field, and a place that is read out for what is in the way of a form', () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of page.matchAll(/<(?:input|select) id="([^"]+)"/g)) expect(page).toContain(`<label for="${id}">`);
    for (const [, form] of page.matchAll(/<form([\s\S]*?)<\/form>/g)) expect(form).toContain('role="alert"');
    for (const [, described = ''] of page.matchAll(/aria-describedby="([^"]+)"/g))
      for (const id of described.split(' ')) expect(ids).toContain(id);
  });
});

describe('the pages', () => {
  it('may do nothing beyond their own files and API', () => {
    expect(PAGE_POLICY).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
    for (const directive of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'none'", "require-trusted-types-for 'script'"])
      expect(PAGE_POLICY).toContain(directive);
  });

  it('show links of mails as text, and only those of this Hundi with a button', () => {
    const text = (link: string): string => `Open this link.\n\n${link}\n`;
    const mails = [`${PUBLIC_URL}/dashboard/claim#a`, 'http://localhost:4000.evil.example/dashboard/claim#b', 'javascript:alert(1)'];
    const page = renderMailboxPage({ mails: mails.map((link) => ({ ...MAIL, text: text(link) })), reader: READER, publicUrl: PUBLIC_URL });
    expect([...page.matchAll(/<span id="link-\d+">([^<]+)/g)].map(([, link]) => link)).toEqual([mails[0]]);
    expect(page).not.toContain('href="http');
  });

  it('lead to the mailbox from the start page of operators alone', () => {
    const of = (isOperator: boolean): string => renderStartPage(session(false), { ...READER, isOperator });
    expect([of(true), of(false)].map((page) => page.includes('/dashboard/mailbox'))).toEqual([true, false]);
  });

  it('let only owners and admins invite', () => {
    const answer = session(false);
    const of = (role: 'admin' | 'developer'): string =>
      renderStartPage({ ...answer, accounts: answer.accounts.map((account) => ({ ...account, role })) }, READER);
    expect([of('admin'), of('developer')].map((page) => page.includes('invite-form'))).toEqual([true, false]);
  });
});
