/** Stands for `web-ifc` in the page: the server reads IFC, browsers read what it made of it, and need none of its 5 MB. */
export const IS_LEFT_OUT = true;
