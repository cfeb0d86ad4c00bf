/** For `@IsUrl`: what stands beside our processes in one network. Hosts without dots are usual there (compose, Kubernetes). */
export const INTERNAL_URL = { protocols: ['http', 'https'], require_protocol: true, require_tld: false, require_port: false };
