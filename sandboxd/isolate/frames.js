/**
 * What an isolate sends about its run: frames of one JSON text per line. `log`, `progress` and `part` may occur any number of times; one
 * of `returned`, `threw` and `limit` ends the run. sandboxd does not trust any of it.
 */
import { close, encode, enqueue, isFiniteNumber, max, min, now, stringify } from './intrinsics.js'

const PROGRESS_EVERY_MS = 50
const NOTE_CHARS = 200
const TEXT_CHARS = 8192
// Concatenated with the value, which is JSON text of up to 4 MB already.
const RETURNED = '{"kind":"returned","value":'

/** Returns the response's body and what writes to it. `limits` stop a flood early; sandboxd enforces them. */
export function openFrames(limits) {
  const startedMs = now()
  let controller
  let ended = false
  let linesSent = 0
  let charsSent = 0
  let progressAt = -PROGRESS_EVERY_MS
  let lastShare = 0
  let partsSent = 0
  let partCharsSent = 0

  const body = new ReadableStream({
    start: (streamController) => {
      controller = streamController
    },
  })
  const send = (text) => {
    if (!ended) enqueue(controller, encode(`${text}\n`))
  }
  // Compares the time, because the timer of the deadline cannot fire while code blocks the thread.
  const isLate = () => now() - startedMs > limits.wallMs

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
      // Leaves out reports that follow too soon, but not the first one of completion.
      if (atMs - progressAt < PROGRESS_EVERY_MS && !(share === 1 && lastShare < 1)) return
      progressAt = atMs
      lastShare = share
      send(stringify({ kind: 'progress', fraction: share, note: `${note ?? ''}`.slice(0, NOTE_CHARS) }))
    },

    part(valueText) {
      partsSent += 1
      partCharsSent += valueText.length
      if (partsSent > limits.parts || partCharsSent > limits.partBytes)
        return this.end({ kind: 'limit', limit: 'parts' })
      send(`{"kind":"part","value":${valueText}}`)
    },

    returned(valueText) {
      if (isLate()) return this.end({ kind: 'limit', limit: 'wall' })
      const frame = encode(`${RETURNED}${valueText}}\n`)
      if (frame.byteLength > limits.outputBytes + RETURNED.length + 2)
        return this.end({ kind: 'limit', limit: 'output' })
      if (!ended) enqueue(controller, frame)
      this.end()
    },

    end(frame) {
      if (frame)
        send(stringify(frame.kind === 'threw' && isLate() ? { kind: 'limit', limit: 'wall' } : frame))
      if (!ended) close(controller)
      ended = true
    },
  }
}
