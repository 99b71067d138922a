/** Lets Node run files that Next also bundles, and load what the bundle leaves to it. */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { readNativeSpecifier } from './native-modules.ts'
import { PROJECT_ROOT } from './project-root.ts'

const LIB = `${pathToFileURL(PROJECT_ROOT)}/lib/`
/** The one that renders pages: its `cache` lasts for a request. */
const PAGES_REACT = 'next/dist/server/route-modules/app-page/vendored/rsc/react.js'

// `forbidden()` requires it; Next writes it into bundles.
process.env.__NEXT_EXPERIMENTAL_AUTH_INTERRUPTS = 'true'

registerHooks({
  resolve(specifier, context, next) {
    const native = readNativeSpecifier(specifier)
    // Resolved as for `import`, although bundles `require` it: some packages have two copies.
    if (native) return { url: import.meta.resolve(native), shortCircuit: true }
    // A guard against bundling for browsers.
    if (specifier === 'server-only') return next('next/dist/compiled/server-only/empty.js', context)
    if (specifier === 'react' && context.parentURL?.startsWith(LIB)) return next(PAGES_REACT, context)
    // Next's package has no list of exports.
    return next(/^next\/[a-z]+$/.test(specifier) ? `${specifier}.js` : specifier, context)
  },
})
