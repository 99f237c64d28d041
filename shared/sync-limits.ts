// Numbers of the sync protocol, free of zod: the service worker and the engine load this file.

/** Version of rows and protocol. The server treats newer clients like this version; clients below OLDEST_SCHEMA get `upgrade-needed`. */
export const SCHEMA = 1;
export const OLDEST_SCHEMA = 1;

export const MAX_COMMANDS = 500;
export const MAX_EXCHANGE_BYTES = 256 * 1024;
/** Maximum keys in a page of an exchange. */
export const PAGE_KEYS = 1000;
