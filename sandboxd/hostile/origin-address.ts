/** Where declared names lead in the suite's world; 127.0.0.1 is the canary. */
export const ORIGIN = '127.0.0.2'
