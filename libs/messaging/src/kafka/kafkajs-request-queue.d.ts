/** A module inside kafkajs 2.2.4 that its own types do not show. */
declare module 'kafkajs/src/network/requestQueue' {
  interface PushedRequest {
    entry: { correlationId: number; apiKey: number; apiName: string; apiVersion: number; resolve(): void; reject(error: Error): void };
    expectResponse: boolean;
    sendRequest(): void;
  }

  /** One that was sent and is not answered. */
  interface SentRequest {
    /** By the clock of the process, ms since the epoch. */
    readonly sentAt: number;
    readonly requestTimeout: number;
    timeoutRequest(): void;
  }

  /** The requests of one connection: those under way, and those that wait because of a broker's throttle or a bound. */
  export default class RequestQueue {
    constructor(options: {
      maxInFlightRequests: number | null;
      requestTimeout: number;
      enforceRequestTimeout?: boolean;
      isConnected?: () => boolean;
      clientId: string;
      broker: string;
      logger: { debug(message: string): void };
    });
    readonly pending: unknown[];
    readonly inflight: Map<number, SentRequest>;
    readonly enforceRequestTimeout: boolean | undefined;
    readonly isConnected: () => boolean;
    /** The timer of the next look at what waits. */
    readonly throttleCheckTimeoutId: NodeJS.Timeout | null;
    push(request: PushedRequest): void;
    fulfillRequest(answer: { correlationId: number; payload: Buffer; size: number }): void;
    maybeThrottle(throttleMs: number): void;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests(): void;
    /** Begins to look for requests that are over their limit. */
    scheduleRequestTimeoutCheck(): void;
    destroy(): void;
  }
}
