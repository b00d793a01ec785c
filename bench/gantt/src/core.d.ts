/** Makes an adapter known to the page that measures it. */
export function register(adapter: object): void;
