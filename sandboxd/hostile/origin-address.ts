/** The address of declared names in the test environment; 127.0.0.1 is the canary. */
export const ORIGIN = '127.0.0.2'
