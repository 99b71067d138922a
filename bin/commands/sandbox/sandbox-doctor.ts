import { tryEveryJail } from '#sandboxd/jail/choose-jail.ts'
import { prepareProcessSetup } from '#sandboxd/local-sandbox.ts'
import { readCpuTimeMs } from '#sandboxd/os/read-proc.ts'
import { withScratch } from '#sandboxd/os/scratch-folder.ts'
import { findWorkerdPid } from '#sandboxd/process/spawn-workerd.ts'
import { type ProcessSetup, startWorkerd } from '#sandboxd/process/workerd-process.ts'
import type { CliCommand } from '../cli-command.ts'

type DoctorCheck = { what: string; ok: boolean; detail: string }

export const sandboxDoctorCommand: CliCommand = {
  summary: 'Show which sandbox protections work on this host, and how to enable the others.',
  usage: '',
  options: {},
  positionals: 0,
  needsDatabase: false,
  async run() {
    return withScratch(async (folder) => {
      const setup = prepareProcessSetup(folder)
      const lines = [
        engineLine(setup),
        ...jailLines(setup),
        accountLine(setup),
        memoryLine(setup),
        await processorLine(setup),
      ]
      const isDegraded = setup.jail.name === 'none'
      const json = { jail: setup.jail.name, isDegraded, checks: lines }
      return { text: [...lines.map(formatCheck), '', verdict(setup)].join('\n'), json, isFailure: isDegraded }
    })
  },
}

function engineLine({ binary }: ProcessSetup): DoctorCheck {
  return { what: 'engine', ok: true, detail: `workerd ${binary.version}` }
}

function jailLines({ binary, engine, folder }: ProcessSetup): DoctorCheck[] {
  const findings = tryEveryJail({ binary: binary.path, config: engine.config }, folder)
  return findings.map(({ name, isUsable, reason }) => ({
    what: `jail: ${name}`,
    ok: isUsable,
    detail: reason || 'works',
  }))
}

/** The account of code that escapes. */
function accountLine({ jail }: ProcessSetup): DoctorCheck {
  const isRoot = process.getuid?.() === 0
  const isUnprivileged = jail.hostUid !== undefined || !isRoot
  const advice =
    'root of this host, without capabilities. Make the folder of node_modules readable for all users, or do not start it as root.'
  const detail = jail.hostUid === undefined ? 'the user who starts it' : `nobody (uid ${jail.hostUid})`
  return { what: 'account', ok: isUnprivileged, detail: isUnprivileged ? detail : advice }
}

function memoryLine({ rlimitWrapper }: ProcessSetup): DoctorCheck {
  const advice = 'Debian: apt-get install util-linux, for prlimit and setpriv.'
  return {
    what: 'memory',
    ok: rlimitWrapper.limitsMemory,
    detail: rlimitWrapper.limitsMemory
      ? rlimitWrapper.description
      : `${rlimitWrapper.description}. ${advice}`,
  }
}

/** The spawned process may be a wrapper. */
async function processorLine(setup: ProcessSetup): Promise<DoctorCheck> {
  const workerd = await startWorkerd(setup)
  const isMeasured =
    findWorkerdPid(workerd.pid, setup) !== undefined && readCpuTimeMs(workerd.pid) !== undefined
  await workerd.end()
  const detail = isMeasured
    ? 'CPU time is limited'
    : 'CPU time cannot be measured here: only the time limit applies'
  return { what: 'processor', ok: isMeasured, detail }
}

function formatCheck({ what, ok, detail }: DoctorCheck): string {
  return `${ok ? '✓' : '✗'} ${what.padEnd(18)}${detail}`
}

function verdict({ jail }: ProcessSetup): string {
  if (jail.name === 'none')
    return `Degraded: skills run without a jail${process.env.GUILDHALL_SANDBOX_JAIL ? ', because of GUILDHALL_SANDBOX_JAIL' : ''}. Reviewed skills and your own skills run. Unreviewed code of others is refused.`
  return `Skills are ${jail.description}.`
}
