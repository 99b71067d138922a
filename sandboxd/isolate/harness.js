/**
 * Runs in the fresh isolate next to the publisher's code; the host trusts neither. That code is imported when
 * the run begins, so that errors of its top level are reported like any other.
 */
import { makeHostCaller } from './ask.js'
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
    const ask = makeHostCaller(calls)
    run(frames, ask, { parameters, config, context }, limits.wallMs)
    return new Response(frames.body)
  },
}

async function run(frames, ask, { parameters, config, context: runInfo }, wallMs) {
  const abort = new AbortController()
  // Ends a waiting handler. The supervisor ends one that blocks the thread.
  const deadline = setTimeout(() => {
    abort.abort(new DOMException('The run has reached its time limit.', 'TimeoutError'))
    frames.end({ kind: 'limit', limit: 'wall' })
  }, wallMs)
  try {
    const { default: handler } = await import('./definition.js')
    const value = await handler({
      config,
      parameters,
      context: makeContext({ runInfo, deadline: now() + wallMs, signal: abort.signal, frames, ask }),
    })
    frames.returned(jsonText(value))
  } catch (thrown) {
    const error = describeThrown(thrown)
    frames.end(isOutOfMemory(error) ? { kind: 'limit', limit: 'memory' } : { kind: 'threw', error })
  } finally {
    clearTimeout(deadline)
  }
}

// Errors of V8 and workerd at the memory limit; a full heap kills the process without a message.
const OUT_OF_MEMORY =
  /^(Array buffer allocation failed|Failed to allocate memory|WebAssembly\.Memory.*(could not allocate|unable to grow))/i

function isOutOfMemory({ message }) {
  return OUT_OF_MEMORY.test(message)
}
