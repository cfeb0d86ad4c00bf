/** Every public event type of an app. */
export const APP_EVENT_TYPES = ['app.created', 'app.updated', 'app.secret_rolled', 'app.deleted'] as const;
export type AppEventType = (typeof APP_EVENT_TYPES)[number];
