/**
 * Runs in the fresh isolate beside the publisher's code; the host trusts neither. The code is imported when the run begins, so
 * that errors of its top level are reported like any other.
 */
import { createHostCaller, createPartCaller } from './ask.js'
import { createConsole } from './console.js'
import { createContext } from './context.js'
import { createFetch } from './fetch.js'
import { openFrames } from './frames.js'
import { AbortController, clearTimeout, DOMException, now, setTimeout } from './intrinsics.js'
import { jsonText } from './json-text.js'
import { limitNode } from './node-modules.js'
import { seedRun } from './seed-run.js'
import { describeThrown } from './thrown.js'

// Before the run: Node's globals are made when they are first used, which takes longer than most runs.
limitNode()

export default {
  async fetch(request, { calls }) {
    const { parameters, config, context, limits, isOnline, seeded } = await request.json()
    const frames = openFrames(limits)
    globalThis.console = createConsole(frames.log)
    const fetch = createFetch(isOnline)
    globalThis.fetch = fetch
    const ask = createHostCaller(calls)
    run(
      { frames, ask, askForPart: createPartCaller(calls), fetch },
      { parameters, config, context, shiftMs: seedRun(seeded) },
      limits.wallMs,
    )
    return new Response(frames.body)
  },
}

async function run({ frames, ...api }, { parameters, config, context: runInfo, shiftMs }, wallMs) {
  const abort = new AbortController()
  // Ends a handler that waits. sandboxd ends one that blocks the thread.
  const deadline = setTimeout(() => {
    abort.abort(new DOMException('The run has reached its time limit.', 'TimeoutError'))
    frames.end({ kind: 'limit', limit: 'wall' })
  }, wallMs)
  try {
    const { default: handler } = await import('./definition.js')
    const value = await handler({
      config,
      parameters,
      context: createContext({
        ...{ runInfo, frames, ...api },
        deadline: now() + wallMs,
        shiftMs,
        signal: abort.signal,
      }),
    })
    frames.returned(jsonText(value))
  } catch (thrown) {
    const error = describeThrown(thrown)
    frames.end(isOutOfMemory(error) ? { kind: 'limit', limit: 'memory' } : { kind: 'threw', error })
  } finally {
    clearTimeout(deadline)
  }
}

// Errors of V8 and workerd at the memory limit. A full heap kills the process without a message.
const OUT_OF_MEMORY =
  /^(Array buffer allocation failed|Failed to allocate memory|WebAssembly\.Memory.*(could not allocate|unable to grow))/i

function isOutOfMemory({ message }) {
  return OUT_OF_MEMORY.test(message)
}
