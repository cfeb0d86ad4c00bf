import type { ClusterGateway } from './cluster';

/** What a merchant asks. */
export interface GatewayRequest {
  apiKey: string;
  method: string;
  path: string;
  /** Sent as JSON. */
  body?: object | undefined;
}

/** @returns the object that was answered. @throws Error with the answer when it is none of success. */
export async function askGateway({ baseUrl }: ClusterGateway, request: GatewayRequest): Promise<Record<string, unknown>> {
  const { apiKey, method, path, body } = request;
  const headers = { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(`${baseUrl}${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was answered with ${response.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}
