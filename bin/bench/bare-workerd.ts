/** What the sandbox is compared with: jailed workerd and a fresh isolate for each call, without pool, records or contracts. */
import fs from 'node:fs'
import { prepareDefinition } from '#lib/sandbox/prepare-definition.ts'
import type { SandboxJob } from '#lib/sandbox/sandbox.ts'
import { prepareProcessSetup } from '#sandboxd/local-sandbox.ts'
import { createScratch, removeScratch } from '#sandboxd/os/scratch-folder.ts'
import { startWorkerd } from '#sandboxd/process/workerd-process.ts'

type BareLoop = {
  call(process: number): Promise<void>
  prewarm(process: number): void
  memoryMb(): number | undefined
  close(): Promise<void>
}

export async function openBareLoop(
  job: Pick<SandboxJob, 'definition' | 'packages'> & { parameters: unknown },
  count: number,
): Promise<BareLoop> {
  const folder = createScratch()
  const setup = prepareProcessSetup(folder)
  const processes = await Promise.all(Array.from({ length: count }, () => startWorkerd(setup)))
  const { packages } = job
  const prepared = await prepareDefinition(job.definition, packages && { packages })
  if ('error' in prepared) throw new Error(prepared.error.message)
  const limits = { wallMs: 10_000, outputBytes: 1_000_000, logBytes: 1_000, logLines: 10 }
  const input = JSON.stringify({
    parameters: job.parameters,
    config: {},
    context: {},
    limits,
    isOnline: false,
  })
  const named = packages && { packages: { key: packages.key, hasNode: packages.hasNode } }
  const head = JSON.stringify({ definition: prepared.module, isOnline: false, ...named })
  if (packages) await Promise.all(processes.map((each) => each.keepPackages(packages)))
  return {
    async call(process) {
      const answer = await processes[process]!.open(head).send(input)
      let body = ''
      for await (const chunk of answer) body += chunk
      if (answer.statusCode !== 200 || !body.includes('"returned"')) throw new Error(`workerd said ${body}`)
    },
    prewarm: (process) => processes[process]?.prewarm(),
    memoryMb() {
      const each = processes.map(({ pid }) => proportionalMemoryMb(pid))
      return each.every((mb) => mb !== undefined) ? each.reduce((sum, mb) => sum + mb, 0) : undefined
    },
    async close() {
      await Promise.all(processes.map((workerd) => workerd.end()))
      removeScratch(folder)
    },
  }
}

function proportionalMemoryMb(pid: number): number | undefined {
  try {
    const rollup = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) / 1024
  } catch {
    return undefined
  }
}
