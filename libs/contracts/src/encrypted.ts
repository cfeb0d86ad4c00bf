/** How every sealed value begins. A text of a caller must not, or it would be taken for one. */
export const SEAL_MARK = '~s1.';

/**
 * A personal value as it travels and rests: a token made by `#personal-data` at the edge and read there again. To everything
 * between it is opaque text. The form is `~s1.<subject>.<base64url>`.
 */
export type SealedText = string;

/**
 * A token in the place of the value it stands for. Resources are typed as their readers at the edge see them; inside, a
 * personal field holds this.
 */
export function sealedAs<TValue>(token: SealedText): TValue {
  return token as unknown as TValue;
}

/** Marks a field of a resource as personal: a sealed token in the log and on topics, its value at the API and in webhooks. */
export const PERSONAL = { 'x-personal': true } as const;
