/**
 * What an isolate sends about its run: frames of one JSON text per line. `log`, `progress` and `part` may occur any number of times; one
 * of `returned`, `threw` and `limit` ends the run. sandboxd does not trust any of it.
 */
import {
  clearTimeout,
  close,
  encode,
  enqueue,
  isFiniteNumber,
  max,
  min,
  now,
  setTimeout,
  stringify,
} from './intrinsics.js'

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
  /** The report that was left out last, and the timer that sends it. */
  let delayed
  let delayTimer
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

  const sendProgress = (share, note) => {
    clearTimeout(delayTimer)
    delayed = undefined
    delayTimer = undefined
    progressAt = now()
    lastShare = share
    send(stringify({ kind: 'progress', fraction: share, note }))
  }
  const sendDelayed = () => {
    if (delayed) sendProgress(delayed.share, delayed.note)
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
      const text = `${note ?? ''}`.slice(0, NOTE_CHARS)
      // Of reports that follow too soon only the last is sent, later; the first one of completion is sent at once.
      if (atMs - progressAt >= PROGRESS_EVERY_MS || (share === 1 && lastShare < 1))
        return sendProgress(share, text)
      delayed = { share, note: text }
      delayTimer ??= setTimeout(sendDelayed, PROGRESS_EVERY_MS)
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
      sendDelayed()
      const frame = encode(`${RETURNED}${valueText}}\n`)
      if (frame.byteLength > limits.outputBytes + RETURNED.length + 2)
        return this.end({ kind: 'limit', limit: 'output' })
      if (!ended) enqueue(controller, frame)
      this.end()
    },

    end(frame) {
      sendDelayed()
      if (frame)
        send(stringify(frame.kind === 'threw' && isLate() ? { kind: 'limit', limit: 'wall' } : frame))
      if (!ended) close(controller)
      ended = true
    },
  }
}
