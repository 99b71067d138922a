/**
 * The trusted worker of a process. It loads a fresh isolate for each run and passes on its output unread. Status 200 means that
 * the bytes come from the run's isolate and are untrusted; any other status means that the isolate never responded.
 */
import HARNESS from 'harness.txt'

export { Calls } from 'calls.js'
export { Egress } from 'egress.js'

const decoder = new TextDecoder()

/** Code of packages by their keys. Only sandboxd can send it. */
const packagesByKey = new Map()
// As in ../process/workerd-process.ts, which knows what is kept.
const MAX_KEPT_PACKAGES = 2

export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url)
    // Sites of the previous version ask a Cloudflare worker for /pulse.
    if (pathname === '/health' || pathname === '/pulse') return new Response('alive')
    if (pathname === '/packages') return keepPackages(request)
    const props = { ticket: request.headers.get('x-guildhall-ticket') ?? '' }
    try {
      const { isOnline, ...code } = await readHead(request)
      const bindings = {
        calls: ctx.exports.Calls({ props }),
        globalOutbound: isOnline ? ctx.exports.Egress({ props }) : null,
      }
      // Through a stream, because a body of which a part was read cannot be passed on directly.
      const input = new IdentityTransformStream()
      request.body.pipeTo(input.writable).catch(() => {})
      const loadIsolate = () =>
        env.LOADER.load(isolateFor(code, bindings))
          .getEntrypoint()
          .fetch('http://isolate/', { method: 'POST', body: input.readable })
      return new Response(pathname === '/prewarm' ? deferredBody(loadIsolate) : (await loadIsolate()).body)
    } catch (error) {
      return new Response(String(error?.message ?? error).slice(0, 4000), { status: 500 })
    }
  },
}

/**
 * Returns a body for headers that are sent before the isolate is created, which shows that the process responds. The body fails
 * if the isolate cannot be created.
 */
function deferredBody(loadIsolate) {
  const { readable, writable } = new IdentityTransformStream()
  scheduler
    .wait(0)
    .then(loadIsolate)
    .then(({ body }) => body.pipeTo(writable))
    .catch((error) => writable.abort(error).catch(() => {}))
  return readable
}

/** Reads as many bytes of the body as the header says. The rest stays unread. */
async function readHead(request) {
  const bytes = Number(request.headers.get('x-guildhall-head'))
  const reader = request.body.getReader({ mode: 'byob' })
  const { value } = await reader.readAtLeast(bytes, new Uint8Array(bytes))
  reader.releaseLock()
  return JSON.parse(decoder.decode(value))
}

async function keepPackages(request) {
  packagesByKey.set(request.headers.get('x-guildhall-packages'), await request.text())
  if (packagesByKey.size > MAX_KEPT_PACKAGES) packagesByKey.delete(packagesByKey.keys().next().value)
  return new Response('kept')
}

/** Returns what an isolate is loaded from. It has no name, since workerd keeps named ones, with the state of the last run. */
function isolateFor({ definition, packages }, { calls, globalOutbound }) {
  return {
    compatibilityDate: '2026-06-01',
    // Without the first flag `new Function` would still work while modules are evaluated.
    compatibilityFlags: ['disallow_eval_during_startup', ...(packages?.hasNode ? ['nodejs_compat'] : [])],
    mainModule: 'harness.js',
    modules: {
      'harness.js': HARNESS,
      'definition.js': definition,
      ...(packages && { 'packages.js': packagesByKey.get(packages.key) }),
    },
    env: { calls },
    // Null for no network: `undefined` would make the isolate inherit that of its parent.
    globalOutbound,
  }
}
