/**
 * The isolate of a process's next run, made while nobody waits for it.
 *
 * It is a request whose beginning is sent and whose input is not: the dispatcher makes a fresh isolate of the beginning,
 * which then waits. None of the publisher's code has run in it. When the next run is of other code it is given up.
 * The answer begins at once, and so tells too that the process answers.
 */
import { randomUUID } from 'node:crypto'
import type { Call } from './call.ts'

/** What an isolate is made from, as the dispatcher reads it; the same text makes the same isolate. */
export type Head = string

/** `ticket` names the isolate to the guard; the isolate itself never learns it. */
export type Opened = { ticket: string; call: Call }

export type Ahead = {
  /** The one that was made of this head, or a new one. */
  take(head: Head): Opened
  /** Makes one, unless there is one. The answer to it begins before it is made. */
  make(head: Head): Call
  isMadeOf(head: Head): boolean
}

/** What the dispatcher is asked: for an isolate whose input follows, or for one whose input may take a while. */
export type Asked = '/run' | '/ahead'

/** `open` begins a request for an isolate of this head under a ticket, and sends nothing of it yet. */
export function openAhead(open: (asked: Asked, ticket: string, head: Head) => Call): Ahead {
  let made: (Opened & { head: Head }) | undefined

  return {
    take(head) {
      const taken = made
      made = undefined
      if (taken?.head === head) return taken
      taken?.call.request.destroy()
      const opened = begin('/run', head)
      // The input follows at once: one packet for both.
      opened.call.request.cork()
      if (head) opened.call.request.write(head)
      return opened
    },

    make(head) {
      if (made?.head === head) return made.call
      made?.call.request.destroy()
      const opened = { ...begin('/ahead', head), head }
      if (head) opened.call.request.write(head)
      else opened.call.request.flushHeaders()
      made = opened
      const forget = () => {
        if (made === opened) made = undefined
      }
      // Before its input was sent, an answer can only end because no isolate could be made.
      opened.call.answer.then((answer) => answer.once('close', forget), forget)
      return opened.call
    },

    isMadeOf: (head) => made?.head === head,
  }

  function begin(asked: Asked, head: Head): Opened {
    const ticket = randomUUID()
    return { ticket, call: open(asked, ticket, head) }
  }
}
