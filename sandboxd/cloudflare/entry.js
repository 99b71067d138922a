/**
 * The worker that runs skills on Cloudflare, around the dispatcher of `../isolate`. What sandboxd does with processes and a
 * guard is done by Cloudflare, as the CPU limit of a run, or refused: network and host calls.
 */
import { WorkerEntrypoint } from 'cloudflare:workers'
import dispatcher from 'dispatcher.js'

// The dispatcher loads this class for runs with network access only; without a guard it refuses everything.
export { Egress } from 'egress.js'

const NO_HOST_CALLS = {
  name: 'ToolNotAvailableError',
  code: 'TOOL_NOT_AVAILABLE',
  message: 'On this sandbox host a skill cannot call other skills, tools or blobs.',
}

/** Takes the place of the class that reaches the site through the guard. */
class NoCalls extends WorkerEntrypoint {
  async ask() {
    return JSON.stringify({ error: NO_HOST_CALLS })
  }
}

export { NoCalls as Calls }

export default {
  async fetch(request, env, ctx) {
    if (!(await isAuthorized(request, env.TOKEN))) return new Response('wrong token', { status: 401 })
    const response = await dispatcher.fetch(
      request,
      { LOADER: withCpuLimit(cpuMsOf(request), env.LOADER) },
      ctx,
    )
    // Tells the dispatcher's responses from Cloudflare's own errors. The value matters to sites of earlier releases.
    const headers = { 'x-guildhall-dispatcher': 'said' }
    return new Response(response.body, { status: response.status, headers })
  },
}

/** Compares digests, so that timing reveals nothing about the token. */
async function isAuthorized(request, token) {
  if (!token) return false
  const [actual, expected] = await Promise.all(
    [request.headers.get('authorization') ?? '', `Bearer ${token}`].map((text) =>
      crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
    ),
  )
  return crypto.subtle.timingSafeEqual(actual, expected)
}

function cpuMsOf(request) {
  const cpuMs = Number(request.headers.get('x-guildhall-cpu-ms'))
  return Number.isInteger(cpuMs) && cpuMs > 0 ? cpuMs : 1_000
}

/** Cloudflare enforces the limits of a loaded worker; other workerd hosts ignore them. */
function withCpuLimit(cpuMs, loader) {
  return { load: (code) => loader.load({ ...code, limits: { cpuMs } }) }
}
