/** Answers direct routes before Next. `npm run dev` uses Next's server. */
import './runtime/resolve-next-specifiers.ts'
// Sets globals that the modules of Next expect.
import 'next/dist/server/node-environment.js'

// Now its imports can be resolved.
await import('./web-server/serve-site.ts')
