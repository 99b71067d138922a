/**
 * Gives the generators a TypeScript with a compiler API, which version 7 lacks, from another package, because a second
 * package called typescript would bring a second `tsc`. Import it before them.
 */
import { registerHooks } from 'node:module'

const API = new URL('typescript-api.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? API : specifier, context),
})
