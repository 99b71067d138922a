/** Answers direct routes before Next. `npm run dev` uses Next's server. */
import './server/runtime/resolve-next-specifiers.ts'
// Sets globals that the modules of Next expect.
import 'next/dist/server/node-environment.js'

// Now its imports can be resolved.
await import('./server/web-server/serve-site.ts')
