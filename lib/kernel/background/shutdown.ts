/** Connects what runs inside Next with the server in front of it, which decides when the process ends. */

import { oncePerProcess } from '../process/once-per-process.ts'
import { runInSequence } from './repeat-work.ts'

type ShutdownTask = () => Promise<unknown>

const tasks = oncePerProcess('shutdown', (): ShutdownTask[] => [])

/** Registers a task to finish before this process ends. */
export function onShutdown(task: ShutdownTask): void {
  tasks.push(task)
}

/** Performs the registered tasks in order, and logs failures. Call it after the last request. */
export async function runShutdown(): Promise<void> {
  await runInSequence(tasks.splice(0))
}
