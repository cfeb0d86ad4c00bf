import { findKycOutcome, type SandboxOutcome } from '#contracts';
import { sandboxFetch, sandboxGoOn, sandboxResend, sandboxStart, sandboxSubmit, type SandboxRequest } from '../providers/sandbox/sandbox';
import type { SandboxProvider, SandboxTerms } from './decide/context';

interface Asked {
  verificationId: string;
  nowMs: number;
  /** Base of the mock pages, without a slash at its end. */
  publicUrl: string;
}

/** The sandbox as one verification sees it. Pure. */
export function askSandbox(asked: Asked): SandboxProvider {
  const request = (terms: SandboxTerms, outcome = outcomeOf(terms)): SandboxRequest => ({ ...asked, terms, outcome });
  return {
    start: (terms) => sandboxStart(request(terms, asksForConsent(terms) ? 'redirect_required' : outcomeOf(terms))),
    simulate: (terms, outcome) => sandboxStart(request(terms, outcome)),
    goOn: (terms) => sandboxGoOn(request(terms)),
    submitOtp(terms, answer) {
      const isOfOtp = answer !== null && answer !== 'share_code_invalid';
      return sandboxSubmit(request(terms), isOfOtp ? answer : 'otp_incorrect');
    },
    resend: (terms) => sandboxResend(request(terms)),
    fetch: (terms) => sandboxFetch(request(terms)),
  };
}

/** Who chooses DigiLocker sees its page first; what the number stands for comes afterwards. */
function asksForConsent({ method, metadata }: SandboxTerms): boolean {
  return method === 'digilocker' && metadata?.['sandbox_outcome'] === undefined;
}

/** The outcome that metadata asks for goes before that of the number (docs/reference/testing.md, KYC: outcomes). */
function outcomeOf(terms: SandboxTerms): SandboxOutcome {
  const { metadata, document } = terms;
  const asked = findKycOutcome(metadata?.['sandbox_outcome'], terms);
  return asked ?? (document.sandboxOutcome as SandboxOutcome | null) ?? 'verified';
}
