import type { Api } from '../api';
import { RECIPES } from './recipes';
import { TypingError } from '../typing-error';

/**
 * Makes an event happen, by making the real thing.
 *
 * @throws CliError for a type that cannot be made, with those that can; what the API says no with.
 */
export async function trigger(api: Api, type: string | undefined): Promise<void> {
  const recipe = Object.hasOwn(RECIPES, type ?? '') ? RECIPES[type ?? ''] : undefined;
  if (type === undefined || recipe === undefined) {
    const wrong = type === undefined ? 'Say which type.' : `hundi cannot make "${type}" happen.`;
    throw new TypingError(`${wrong} It can make these:\n\n  ${Object.keys(RECIPES).join('\n  ')}`);
  }
  const path = await recipe.make(api);
  console.log(`${type}: made by ${api.connection.baseUrl}${path}`);
}
