/**
 * Runs inside the fresh isolate, beside the publisher's code: calls the handler and says how it went.
 *
 * Nothing here is trusted by anyone outside. The publisher's module is imported only when the run begins, so
 * that what its top level throws is caught like anything else it throws.
 */
import { makeAsk } from './ask.js'
import { makeConsole } from './console.js'
import { makeContext } from './context.js'
import { makeFetch } from './fetch.js'
import { openFrames } from './frames.js'
import { AbortController, clearTimeout, DOMException, now, setTimeout } from './intrinsics.js'
import { jsonText } from './json-text.js'
import { describeThrown } from './thrown.js'

export default {
  async fetch(request, { calls }) {
    const { parameters, config, context, limits, isOnline } = await request.json()
    const frames = openFrames(limits)
    globalThis.console = makeConsole(frames.log)
    globalThis.fetch = makeFetch(isOnline)
    const ask = makeAsk(calls)
    run(frames, ask, { parameters, config, context }, limits.wallMs)
    return new Response(frames.body)
  },
}

async function run(frames, ask, { parameters, config, context: told }, wallMs) {
  const leaving = new AbortController()
  // Ends a handler that waits. One that never lets go of the thread is ended from outside, by the supervisor.
  const deadline = setTimeout(() => {
    leaving.abort(new DOMException('The time for this run is over.', 'TimeoutError'))
    frames.end({ kind: 'limit', limit: 'wall' })
  }, wallMs)
  try {
    const { default: handler } = await import('./definition.js')
    const value = await handler({
      config,
      parameters,
      context: makeContext({ told, deadline: now() + wallMs, signal: leaving.signal, frames, ask }),
    })
    frames.returned(jsonText(value))
  } catch (thrown) {
    const error = describeThrown(thrown)
    frames.end(isOutOfMemory(error) ? { kind: 'limit', limit: 'memory' } : { kind: 'threw', error })
  } finally {
    clearTimeout(deadline)
  }
}

// What V8 and workerd throw when the process may not have more memory; a full heap dies without a word.
const OUT_OF_MEMORY =
  /^(Array buffer allocation failed|Failed to allocate memory|WebAssembly\.Memory.*(could not allocate|unable to grow))/i

function isOutOfMemory({ message }) {
  return OUT_OF_MEMORY.test(message)
}
