import { Catch, Controller, UseFilters, applyDecorators, type RpcExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';

/**
 * Passes what a handler threw to the transport as it is. Nest's own filter turns it into a plain `{status, message}`, and
 * then "unavailable" cannot be distinguished from "this message is bad" any more.
 */
@Catch()
class BusExceptionFilter implements RpcExceptionFilter {
  catch(exception: unknown): Observable<never> {
    return throwError(() => exception);
  }
}

/** A controller whose `@MessagePattern` and `@EventPattern` methods are fed by a BusServer. */
export function BusController(): ClassDecorator {
  return applyDecorators(Controller(), UseFilters(new BusExceptionFilter()));
}
