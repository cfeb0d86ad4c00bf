/** For `@IsUrl`: http or https, on a host without dots too, as they are called beside our processes (localhost, compose, Kubernetes). */
export const HTTP_URL = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };
