import { ApiError } from '../../http/api-error';
import { Consenter, type ConsentingUser } from './consenter';

/** There are no users yet who could sign in. */
export class NobodySignedIn extends Consenter {
  async find(): Promise<null> {
    return null;
  }

  async admit(): Promise<ConsentingUser> {
    throw new ApiError('session_only');
  }

  signInPath(returnTo: string): string {
    return `/dashboard/sign_in?return_to=${encodeURIComponent(returnTo)}`;
  }
}
