/**
 * A run that was given a process which was about to die begins once more, in another.
 *
 * Only when nobody outside can have noticed that it ever began: it said nothing, asked for nothing and requested nothing.
 */
import type { Outcome } from '../lib/sandbox/sandbox.ts'
import type { Listener } from './listener.ts'

/** A run that gets further than this was not given a dying process. */
const LOST_EARLY_MS = 1000

export async function retryLostRun(
  listener: Listener,
  run: (listener: Listener) => Promise<Outcome>,
): Promise<Outcome> {
  const { isUnheard, ...watched } = watch(listener)
  const outcome = await run(watched)
  return isLostEarly(outcome) && isUnheard() ? run(listener) : outcome
}

function isLostEarly(outcome: Outcome): boolean {
  return (
    outcome.kind === 'unavailable' &&
    outcome.reason === 'lost' &&
    outcome.durationMs < LOST_EARLY_MS &&
    !outcome.requests
  )
}

/** The same listener, and whether the run has said or asked anything. */
function watch({ signal, onEvent, onCall }: Listener): Listener & { isUnheard(): boolean } {
  let isUnheard = true
  return {
    signal,
    onEvent(event) {
      isUnheard = false
      onEvent(event)
    },
    ...(onCall && {
      onCall(call) {
        isUnheard = false
        return onCall(call)
      },
    }),
    isUnheard: () => isUnheard,
  }
}
