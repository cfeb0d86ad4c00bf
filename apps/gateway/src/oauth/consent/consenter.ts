import type { FastifyRequest } from 'fastify';

/** An account of somebody who is signed in. */
export interface ConsentingAccount {
  id: string;
  name: string;
  /** What his role in it may do, in the mode that was asked for. */
  scopes: readonly string[];
}

/** Somebody who is signed in, and may be asked. */
export interface ConsentingUser {
  /** `usr_…`. */
  id: string;
  /** For the page. */
  name: string;
  /** The accounts that are active in that mode, in which he may connect apps. */
  accounts: readonly ConsentingAccount[];
  /** What the page sends back with its decision: its form is his. */
  csrf: string;
}

/** Who may let an app act for an account. */
export abstract class Consenter {
  /** Who is signed in; null: nobody is. @param livemode of the app. */
  abstract find(request: FastifyRequest, livemode: boolean): Promise<ConsentingUser | null>;

  /**
   * The same for a decision.
   *
   * @throws ApiError session_missing; csrf_failed when the request may come from another page; step_up_required in live mode when he
   *   has not proved lately that it is he.
   */
  abstract admit(request: FastifyRequest, livemode: boolean): Promise<ConsentingUser>;

  /** Where somebody signs in, and comes back from. @param returnTo a path of ours. */
  abstract signInPath(returnTo: string): string;
}
