/** A part of a cluster, on a machine of its own. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Machine } from '#bin/testing/namespaces.ts'

const READY_WITHIN_MS = 300_000
const RESTART_AFTER_MS = 500

export type Part = Machine & {
  boot(): Promise<void>
  /** Returns what the processes printed since they last booted. */
  printed(): string
}

type Booted = { child: ChildProcess; isReady: (printed: string) => boolean | Promise<boolean> }

/** Restarts processes that exit before they are ready, like an operating system's service manager. */
export function makePart(machine: Machine, name: string, start: () => Booted[]): Part {
  let printed = ''
  let children: ChildProcess[] = []
  const startAll = async () => {
    // Postgres refuses to start beside its former processes, even if they are only waiting to be reaped.
    await Promise.all(children.map((child) => hasExited(child) || once(child, 'exit')))
    await machine.ended()
    printed = ''
    const started = start()
    children = started.map(({ child }) => child)
    for (const stream of children.flatMap(({ stdout, stderr }) => [stdout, stderr]))
      stream?.on('data', (chunk) => {
        printed += chunk
      })
    return started
  }
  const isReady = async (started: Booted[]) =>
    (await Promise.all(started.map((each) => each.isReady(printed)))).every(Boolean)
  return {
    ...machine,
    printed: () => printed,
    async boot() {
      const deadline = Date.now() + READY_WITHIN_MS
      for (let started = await startAll(); !(await isReady(started)); await sleep(100)) {
        if (Date.now() > deadline) throw new Error(`${name} does not start:\n${printed.slice(-4_000)}`)
        if (!children.some(hasExited)) continue
        machine.kill()
        await sleep(RESTART_AFTER_MS)
        started = await startAll()
      }
    },
  }
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
