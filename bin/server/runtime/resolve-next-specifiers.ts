/** Lets Node run files that Next also bundles, and load what the bundle leaves to it. */
import fs from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { BUNDLE_FOLDER } from './bundle-folder.ts'
import { bundledEntry, PAGES_REACT, readNativeSpecifier } from './native-modules.ts'
import { PROJECT_ROOT } from './project-root.ts'

const LIB = `${pathToFileURL(PROJECT_ROOT)}/lib/`

// `forbidden()` requires it; Next writes it into bundles.
process.env.__NEXT_EXPERIMENTAL_AUTH_INTERRUPTS = 'true'

registerHooks({
  resolve(specifier, context, next) {
    const native = readNativeSpecifier(specifier)
    if (native) return { url: nativeUrl(native), shortCircuit: true }
    // It only guards against bundling for browsers.
    if (specifier === 'server-only') return next('next/dist/compiled/server-only/empty.js', context)
    if (specifier === 'react' && context.parentURL?.startsWith(LIB)) return next(PAGES_REACT, context)
    // Next's package has no list of exports.
    return next(/^next\/[a-z]+$/.test(specifier) ? `${specifier}.js` : specifier, context)
  },
})

/** A bundled program shares its copy with pages. */
function nativeUrl(specifier: string): string {
  const bundled = BUNDLE_FOLDER && path.join(BUNDLE_FOLDER, `${bundledEntry(specifier)}.js`)
  // A copy of lib from its sources would have its own state.
  if (bundled && (specifier.startsWith('#') || fs.existsSync(bundled))) return pathToFileURL(bundled).href
  // Resolved as for `import`, although bundles `require` it: some packages have two copies.
  return import.meta.resolve(specifier)
}
