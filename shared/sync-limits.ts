// The numbers of the protocol, without its schemas: the service worker and the engine load these alone.

/** Version of the rows' shapes and of the protocol. A newer one is served as this one, an older one than OLDEST_SCHEMA is told to upgrade. */
export const SCHEMA = 1;
export const OLDEST_SCHEMA = 1;

export const MAX_COMMANDS = 500;
export const MAX_EXCHANGE_BYTES = 256 * 1024;
/** Keys a page of an exchange covers at most. */
export const PAGE_KEYS = 1000;
