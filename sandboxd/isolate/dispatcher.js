/**
 * The trusted isolate of a workerd process: loads one fresh, unnamed worker for each run and passes on what
 * it says, unread.
 *
 * It is the only worker with the loader. Status 200 means "these bytes come from the run's isolate and are
 * to be distrusted"; any other status means "the isolate never spoke, and this sentence is ours".
 */
import HARNESS from 'harness.txt'

export { Calls } from 'calls.js'
export { Egress } from 'egress.js'

const decoder = new TextDecoder()

export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url)
    if (pathname === '/pulse') return new Response('alive')
    const props = { ticket: request.headers.get('x-guildhall-ticket') ?? '' }
    try {
      const { definition, isOnline } = await readHead(request)
      const ways = {
        calls: ctx.exports.Calls({ props }),
        globalOutbound: isOnline ? ctx.exports.Egress({ props }) : null,
      }
      // A body that was begun to be read cannot be passed on as it is.
      const input = new IdentityTransformStream()
      request.body.pipeTo(input.writable).catch(() => {})
      const begin = () =>
        env.LOADER.load(isolateFor(definition, ways))
          .getEntrypoint()
          .fetch('http://isolate/', { method: 'POST', body: input.readable })
      return new Response(pathname === '/ahead' ? later(begin) : (await begin()).body)
    } catch (error) {
      return new Response(String(error?.message ?? error).slice(0, 4000), { status: 500 })
    }
  },
}

/**
 * What an isolate will say whose input may come much later. That there is a body is said before the isolate is made, and
 * so tells at once that this process answers; it breaks off when there can be no isolate.
 */
function later(begin) {
  const { readable, writable } = new IdentityTransformStream()
  scheduler
    .wait(0)
    .then(begin)
    .then(({ body }) => body.pipeTo(writable))
    .catch((error) => writable.abort(error).catch(() => {}))
  return readable
}

/** The first bytes of the body, as many as the header says; the rest stays to be passed on. */
async function readHead(request) {
  const bytes = Number(request.headers.get('x-guildhall-head'))
  const reader = request.body.getReader({ mode: 'byob' })
  const { value } = await reader.readAtLeast(bytes, new Uint8Array(bytes))
  reader.releaseLock()
  return JSON.parse(decoder.decode(value))
}

/** Never given a name: a named isolate would be kept, and with it what the last run left behind. */
function isolateFor(definition, { calls, globalOutbound }) {
  return {
    compatibilityDate: '2026-06-01',
    // Without it `new Function` would still work while modules are being evaluated.
    compatibilityFlags: ['disallow_eval_during_startup'],
    mainModule: 'harness.js',
    modules: { 'harness.js': HARNESS, 'definition.js': definition },
    env: { calls },
    // Always said: an isolate inherits its parent's network by default.
    globalOutbound,
  }
}
