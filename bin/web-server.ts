/** With direct routes in front of Next; `npm run dev` uses Next's server. */
import './runtime/resolve-next-specifiers.ts'
// Sets globals that the modules of Next expect.
import 'next/dist/server/node-environment.js'

// After the specifiers of its imports have become resolvable.
await import('./web-server/serve-site.ts')
