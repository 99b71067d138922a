/**
 * What the isolate says while it runs: one JSON text a line, a frame, on the body of its only response.
 *
 * `log` and `progress` may come any number of times; one of `returned`, `threw`, `limit` ends the run. The
 * supervisor bounds and parses every byte again.
 */
import { close, encode, enqueue, isFiniteNumber, max, min, now, stringify } from './intrinsics.js'

const PROGRESS_EVERY_MS = 50
const NOTE_CHARS = 200
const TEXT_CHARS = 8192
// Written by hand: the value is JSON text already, and may be 4 MB of it.
const RETURNED = '{"kind":"returned","value":'

/** Opens the stream of frames. `limits` only stops a flood early; the supervisor decides what is kept. */
export function openFrames(limits) {
  const startedMs = now()
  let controller
  let ended = false
  let linesSent = 0
  let charsSent = 0
  let progressAt = -PROGRESS_EVERY_MS
  let shareSaid = 0

  const body = new ReadableStream({
    start: (given) => {
      controller = given
    },
  })
  const send = (text) => {
    if (!ended) enqueue(controller, encode(`${text}\n`))
  }

  return {
    body,

    log(level, text) {
      if (linesSent > limits.logLines || charsSent > limits.logBytes) return
      linesSent += 1
      charsSent += text.length
      send(stringify({ kind: 'log', level, text: text.slice(0, TEXT_CHARS), atMs: now() - startedMs }))
    },

    progress(fraction, note) {
      const atMs = now()
      const share = min(1, max(0, isFiniteNumber(fraction) ? fraction : 0))
      // Too soon is skipped, but for the first word of being done.
      if (atMs - progressAt < PROGRESS_EVERY_MS && !(share === 1 && shareSaid < 1)) return
      progressAt = atMs
      shareSaid = share
      send(stringify({ kind: 'progress', fraction: share, note: `${note ?? ''}`.slice(0, NOTE_CHARS) }))
    },

    /** The last word. `valueText` is JSON already. */
    returned(valueText) {
      const frame = encode(`${RETURNED}${valueText}}\n`)
      if (frame.byteLength > limits.outputBytes + RETURNED.length + 2)
        return this.end({ kind: 'limit', limit: 'output' })
      if (!ended) enqueue(controller, frame)
      this.end()
    },

    end(frame) {
      if (frame) send(stringify(frame))
      if (!ended) close(controller)
      ended = true
    },
  }
}
