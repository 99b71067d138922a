/**
 * The handler's `context`, which docs/spec/execution.md §2 describes. The studio completes its fields by
 * lib/contracts/handler/handler-types.ts.
 */

import { createBlobs } from './blobs.js'
import { jsonText } from './json-text.js'
import { createRetryingFetch } from './retry.js'

/** `runInfo` is what the site tells about the run; `shiftMs` is how far its clock differs from that of `deadline`. */
export function createContext({ runInfo, deadline, shiftMs, signal, frames, ask, askForPart, fetch }) {
  return {
    ...runInfo,
    deadline: deadline + shiftMs,
    signal,
    progress: frames.progress,
    emit: (part) => frames.part(jsonText(part, 'The part is')),
    log: globalThis.console.log,
    fetchWithRetry: createRetryingFetch({ fetch, deadline, signal }),
    callSkill: (name, args = {}) => ask('callSkill', { name, args }),
    tools: createTools(ask),
    blobs: createBlobs(ask, askForPart),
  }
}

/** Returns an object for calls such as `tools.util.slugifyTitle({title})`. The host decides which names exist. */
function createTools(ask) {
  const members = (make) =>
    new Proxy(Object.freeze({}), {
      // Without `then`, because `await` would take an object that has one for a promise.
      get: (_target, key) => (typeof key === 'symbol' || key === 'then' ? undefined : make(key)),
    })
  return members((namespace) =>
    members(
      (tool) =>
        (args = {}) =>
          ask('callTool', { name: `${namespace}.${tool}`, args }),
    ),
  )
}
