/** `sandbox doctor`: what holds on this host between publishers' code and everything else, and how to get the rest. */
import fs from 'node:fs'
import { cpuTimeMs } from '#sandboxd/cpu-time.ts'
import { findWorkerdPid } from '#sandboxd/find-workerd-pid.ts'
import { tryEveryJail } from '#sandboxd/jail/choose-jail.ts'
import { prepareSetup } from '#sandboxd/prepare-setup.ts'
import { makeScratch } from '#sandboxd/scratch.ts'
import { type ProcessSetup, startWorkerd } from '#sandboxd/workerd-process.ts'
import type { Command } from './command.ts'

type Line = { what: string; holds: boolean; detail: string }

export const sandboxDoctorCommand: Command = {
  summary: 'Tell what holds skills in on this host, and how to get the rest.',
  usage: '',
  options: {},
  words: 0,
  meetsDatabase: false,
  async run() {
    const folder = makeScratch()
    try {
      const setup = prepareSetup(folder, { jail: process.env.GUILDHALL_SANDBOX_JAIL || undefined })
      const lines = [
        engineLine(setup),
        ...jailLines(setup),
        accountLine(setup),
        memoryLine(setup),
        await processorLine(setup),
      ]
      const isDegraded = setup.jail.name === 'none'
      const json = { jail: setup.jail.name, isDegraded, checks: lines }
      return { text: [...lines.map(textOf), '', verdict(setup)].join('\n'), json, isBad: isDegraded }
    } finally {
      fs.rmSync(folder, { recursive: true, force: true })
    }
  },
}

function engineLine({ binary }: ProcessSetup): Line {
  return { what: 'engine', holds: true, detail: `workerd ${binary.version}` }
}

function jailLines({ binary, engine, folder }: ProcessSetup): Line[] {
  const findings = tryEveryJail({ binary: binary.path, config: engine.config }, folder)
  return findings.map(({ name, holds, why }) => ({ what: `jail: ${name}`, holds, detail: why || 'works' }))
}

/** Who a jailed process is to the host's kernel, were it to get out. */
function accountLine({ jail }: ProcessSetup): Line {
  const isRoot = process.getuid?.() === 0
  const holds = jail.hostUid !== undefined || !isRoot
  const mend =
    'root of this host, without capabilities. Give everybody the right to read and enter the folder of node_modules, or do not start it as root.'
  const detail = jail.hostUid === undefined ? 'the user who starts it' : `nobody (uid ${jail.hostUid})`
  return { what: 'account', holds, detail: holds ? detail : mend }
}

function memoryLine({ leash }: ProcessSetup): Line {
  const mend = 'Debian: apt-get install util-linux, for prlimit and setpriv.'
  return {
    what: 'memory',
    holds: leash.capsMemory,
    detail: leash.capsMemory ? leash.describe : `${leash.describe}. ${mend}`,
  }
}

/** Asked of a process as runs have it: what is spawned may be its keeper. */
async function processorLine(setup: ProcessSetup): Promise<Line> {
  const workerd = await startWorkerd(setup)
  const holds = findWorkerdPid(workerd.pid, setup) !== undefined && cpuTimeMs(workerd.pid) !== undefined
  workerd.kill()
  await workerd.died
  const detail = holds ? 'processor time is counted' : 'not counted here: only the wall clock ends a run'
  return { what: 'processor', holds, detail }
}

function textOf({ what, holds, detail }: Line): string {
  return `${holds ? '✓' : '✗'} ${what.padEnd(18)}${detail}`
}

function verdict({ jail }: ProcessSetup): string {
  if (jail.name === 'none')
    return `Degraded: skills run with no jail around the engine${process.env.GUILDHALL_SANDBOX_JAIL ? ', because GUILDHALL_SANDBOX_JAIL says so' : ''}. Reviewed skills and your own run; unreviewed code of others is refused.`
  return `Skills are ${jail.describe}.`
}
