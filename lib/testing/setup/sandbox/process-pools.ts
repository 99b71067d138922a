import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach } from 'vitest'
import type { SandboxEngine } from '#sandboxd/engine/sandbox-engine.ts'
import {
  chooseRlimitWrapper,
  type RlimitWrapper,
  SHELL_RLIMIT_WRAPPER,
} from '#sandboxd/jail/rlimit-wrapper.ts'
import { prepareProcessSetup } from '#sandboxd/local-sandbox.ts'
import { openProcessPool, type ProcessPool } from '#sandboxd/pool/process-pool.ts'

/** More time than any run here takes, even on a slow machine. */
export const A_WHILE = { cpuMs: 30_000, wallMs: 60_000 }

export const never = new AbortController().signal
export const quiet = { signal: never, onEvent: () => {} }

export const rlimitWrappers: [name: string, wrapper: RlimitWrapper][] = [
  ['util-linux', chooseRlimitWrapper()],
  ['a shell', SHELL_RLIMIT_WRAPPER],
]

export function setUpProcessPools() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghpool-'))
  const setup = prepareProcessSetup(folder)
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

  const pools: ProcessPool[] = []

  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.close()
  })

  async function openTestPool(
    rlimitWrapper: RlimitWrapper = setup.rlimitWrapper,
    sizes: Partial<Pick<SandboxEngine, 'maxProcesses' | 'spares'>> = { spares: 1 },
  ): Promise<ProcessPool> {
    const pool = await openProcessPool({ ...setup, rlimitWrapper, engine: { ...setup.engine, ...sizes } })
    pools.push(pool)
    return pool
  }

  return {
    openTestPool,
  }
}
