/** Version of the program, as the page and the packages carry it. */
export const PROGRAM_VERSION = '0.1.0';
