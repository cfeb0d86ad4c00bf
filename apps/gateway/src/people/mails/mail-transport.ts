import type { Mail } from './mail';

/** Where mails are handed over. */
export interface MailTransport {
  /** Whether a mail has left Hundi by it, so that its text is kept no longer. */
  isServer: boolean;
  /** @throws Error when it cannot be handed over now. */
  deliver(mail: Mail): Promise<void>;
  close(): void;
}

/** The terminal of the person who started Hundi: one line for each mail. It is no log. */
export function terminalTransport(print: (line: string) => void): MailTransport {
  const deliver = async ({ to, subject, link }: Mail): Promise<void> =>
    print(`Mail to ${to}: ${subject}${link === null ? '' : `  ${link}`}`);
  return { isServer: false, deliver, close: () => undefined };
}
