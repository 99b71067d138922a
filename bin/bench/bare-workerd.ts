/** workerd with nothing around it but its jail: a fresh isolate for each call, no pool, no record, no contract. */
import fs from 'node:fs'
import { prepareDefinition } from '#lib/sandbox/prepare-definition.ts'
import { prepareSetup } from '#sandboxd/prepare-setup.ts'
import { makeScratch } from '#sandboxd/scratch.ts'
import { startWorkerd } from '#sandboxd/workerd-process.ts'

export type BareLoop = {
  /** One call in the process of that number. */
  call(process: number): Promise<void>
  /** Leaves a process as the pool does after a run: with the isolate of the next one made. */
  leave(process: number): void
  /** Of all its processes together, shared pages counted once; undefined where the system does not tell. */
  memoryMb(): number | undefined
  close(): void
}

/** Starts as many processes as there are to be calls at once. */
export async function openBareLoop(
  job: { definition: string; parameters: unknown },
  count: number,
): Promise<BareLoop> {
  const folder = makeScratch()
  const setup = prepareSetup(folder)
  const processes = await Promise.all(Array.from({ length: count }, () => startWorkerd(setup)))
  const prepared = await prepareDefinition(job.definition)
  if ('error' in prepared) throw new Error(prepared.error.message)
  const limits = { wallMs: 10_000, outputBytes: 1_000_000, logBytes: 1_000, logLines: 10 }
  const input = JSON.stringify({
    parameters: job.parameters,
    config: {},
    context: {},
    limits,
    isOnline: false,
  })
  const head = JSON.stringify({ definition: prepared.module, isOnline: false })
  return {
    async call(process) {
      const answer = await processes[process]!.open(head).send(input)
      let said = ''
      for await (const chunk of answer) said += chunk
      if (answer.statusCode !== 200 || !said.includes('"returned"')) throw new Error(`workerd said ${said}`)
    },
    leave: (process) => processes[process]?.bootAhead(),
    memoryMb() {
      const each = processes.map(({ pid }) => sharedOnceMb(pid))
      return each.every((mb) => mb !== undefined) ? each.reduce((sum, mb) => sum + mb, 0) : undefined
    },
    close() {
      for (const workerd of processes) workerd.kill()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

function sharedOnceMb(pid: number): number | undefined {
  try {
    const rollup = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) / 1024
  } catch {
    return undefined
  }
}
