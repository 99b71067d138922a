/** Lets Node run files that Next also bundles. */
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, next) {
    // A guard against bundling for browsers.
    if (specifier === 'server-only') return next('next/dist/compiled/server-only/empty.js', context)
    // Next's package has no list of exports.
    return next(/^next\/[a-z]+$/.test(specifier) ? `${specifier}.js` : specifier, context)
  },
})
