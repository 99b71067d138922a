/** Connects what runs inside Next with the server in front of it, which decides when the process ends. */

import { oncePerProcess } from '../process/once-per-process.ts'
import { runInSequence } from './rounds.ts'

type Work = () => Promise<unknown>

const works = oncePerProcess('shutdown', (): Work[] => [])

/** Registers work to finish before this process ends. */
export function onShutdown(work: Work): void {
  works.push(work)
}

/** Finishes the registered work in order, and logs failures. Call it after the last request. */
export async function runShutdown(): Promise<void> {
  await runInSequence(works.splice(0))
}
