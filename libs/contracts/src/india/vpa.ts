/**
 * A UPI address: local part of 2 to 255, one `@`, a handle of letters and digits without a dot, which would make it an
 * e-mail address (docs/reference/indian-payments.md, UPI addresses).
 */
export const VPA_PATTERN = /^[a-zA-Z0-9][a-zA-Z0-9.\-_]{1,254}@[a-zA-Z][a-zA-Z0-9]{1,63}$/;

const VPA_LENGTH_MAX = 255;

/** Whether the text has the form of a VPA. Whether it exists only a PSP can tell. */
export function isVpa(text: string): boolean {
  return text.length <= VPA_LENGTH_MAX && VPA_PATTERN.test(text);
}

/** VPAs are compared case-insensitively; this is the form to compare and keep. */
export function normalizeVpa(text: string): string {
  return text.toLowerCase();
}
