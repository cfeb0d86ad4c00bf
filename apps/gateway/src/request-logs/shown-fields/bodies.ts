import type { Class } from '#contracts';
import { ErrorDescription } from '../../docs/error-response';
import type { LoggedRoute } from '../logged-route';
import { shapeOf, type FieldRule, type Shape } from './shape';

/** The tables of what may be kept of the bodies of one route. */
export interface RouteShapes {
  /** Null for a route that declares no body. */
  request: Shape | null;
  /** Null for a route that declares no object as its answer. */
  answer: Shape | null;
  dryRun: Shape;
}

const PLAIN: FieldRule = { kind: 'plain' };
const NOTHING: Shape = new Map();
const plain = (...names: string[]): [string, FieldRule][] => names.map((name) => [name, PLAIN]);
const nested = (shape: Shape): FieldRule => ({ kind: 'nested', shape });

const DRY_RUN_EVENT: Shape = new Map([...plain('type'), ['resource', nested(new Map(plain('type', 'id')))]]);

/** Of every error. */
export const ERROR_SHAPE: Shape = new Map([['error', nested(shapeOf(ErrorDescription))]]);

const known = new WeakMap<LoggedRoute, RouteShapes>();

/** Made with the first request of the route. */
export function shapesOf(route: LoggedRoute): RouteShapes {
  const made = known.get(route) ?? shapesFrom(route);
  known.set(route, made);
  return made;
}

function shapesFrom({ body, answer, item }: LoggedRoute): RouteShapes {
  const object = answer === undefined ? null : shapeOf(answer);
  return {
    request: body === undefined ? null : shapeOf(body),
    answer: item === undefined ? object : listOf(item),
    dryRun: new Map([...plain('object', 'status'), ['resource', nested(object ?? NOTHING)], ['events', nested(DRY_RUN_EVENT)]]),
  };
}

function listOf(item: Class): Shape {
  return new Map([...plain('object', 'url', 'has_more', 'next_cursor', 'total_count', 'positions'), ['data', nested(shapeOf(item))]]);
}
