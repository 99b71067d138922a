/**
 * The door of the worker on Cloudflare: knows the site by its token, and gives its runs to the dispatcher.
 *
 * The dispatcher is the one of `../isolate`, unchanged. What the box does around it with processes and a guard is
 * Cloudflare's to do here, or is refused: a processor limit for each run, no network, nobody to call.
 */
import { WorkerEntrypoint } from 'cloudflare:workers'
import dispatcher from 'dispatcher.js'

// Loaded by the dispatcher only for a run with network, and then lets nothing out: there is no guard here.
export { Egress } from 'egress.js'

const NOBODY = {
  name: 'ToolNotAvailableError',
  code: 'TOOL_NOT_AVAILABLE',
  message: 'On this sandbox host a skill cannot call other skills, tools or blobs.',
}

/** In the place of the box's own, which asks the site by way of the guard. */
export class Calls extends WorkerEntrypoint {
  async ask() {
    return JSON.stringify({ error: NOBODY })
  }
}

export default {
  async fetch(request, env, ctx) {
    if (!(await isTheSite(request, env.TOKEN))) return new Response('wrong token', { status: 401 })
    const answer = await dispatcher.fetch(request, { LOADER: limitedTo(cpuMsOf(request), env.LOADER) }, ctx)
    // Without it a failure of Cloudflare's own could be taken for what the dispatcher says of a run.
    const headers = { 'x-guildhall-dispatcher': 'said' }
    return new Response(answer.body, { status: answer.status, headers })
  },
}

/** Compares digests, so that the time it takes tells nothing of the token. */
async function isTheSite(request, token) {
  if (!token) return false
  const [given, wanted] = await Promise.all(
    [request.headers.get('authorization') ?? '', `Bearer ${token}`].map((text) =>
      crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
    ),
  )
  return crypto.subtle.timingSafeEqual(given, wanted)
}

function cpuMsOf(request) {
  const cpuMs = Number(request.headers.get('x-guildhall-cpu-ms'))
  return Number.isInteger(cpuMs) && cpuMs > 0 ? cpuMs : 1_000
}

/** Cloudflare holds a loaded worker to its limits; a workerd elsewhere ignores them. */
function limitedTo(cpuMs, loader) {
  return { load: (code) => loader.load({ ...code, limits: { cpuMs } }) }
}
