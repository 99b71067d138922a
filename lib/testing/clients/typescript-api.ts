/** The compiler API, as the default export that generators expect of the package typescript. */
export { ts as default } from '@ts-morph/common'
