import type { SpawnSyncReturns } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { findProgram, findUtilLinux, runProbe } from '../os/find-program.ts'
import { findHostAccount, type HostAccount, withHostAccount } from './host-account.ts'
import { type Cell, DEVICES, INSIDE, type Jail, type JailName, NO_JAIL, SECCOMP_FD } from './jail.ts'
import { limitTasks, namespaces } from './namespaces.ts'
import { createSeccompFilter } from './seccomp.ts'

export type JailFinding = { name: JailName; isUsable: boolean; reason: string }
type JailChoice = { jail: Jail; findings: JailFinding[] }

/**
 * Returns the strongest jail that works here, or the one named `requested`, and what was found about each that was tried.
 * Throws if the named jail does not work, instead of falling back to a weaker one.
 */
export function chooseJail(cell: Omit<Cell, 'guardSocket'>, folder: string, requested?: string): JailChoice {
  const findings: JailFinding[] = []
  for (const [name, make] of Object.entries(MAKERS)) {
    if (requested && requested !== name) continue
    const { jail, reason } = tryJail(make, cell, folder)
    findings.push({ name: name as JailName, isUsable: reason === '', reason })
    if (jail) return { jail, findings }
  }
  if (requested && requested !== 'none')
    throw new Error(
      `GUILDHALL_SANDBOX_JAIL=${requested} is not available here: ${findings.map(({ reason }) => reason).join(' ') || 'there is no such jail.'}`,
    )
  return { jail: NO_JAIL, findings }
}

/** Tries all jails, also those weaker than one that works, for a report. */
export function tryEveryJail(cell: Omit<Cell, 'guardSocket'>, folder: string): JailFinding[] {
  return Object.entries(MAKERS).map(([name, make]) => {
    const { reason } = tryJail(make, cell, folder)
    return { name: name as JailName, isUsable: reason === '', reason }
  })
}

function tryJail(
  make: JailMaker,
  cell: Omit<Cell, 'guardSocket'>,
  folder: string,
): { jail?: Jail; reason: string } {
  const jail = make(cell.binary, folder)
  if (typeof jail === 'string') return { reason: jail }
  const account = findHostAccount()
  const other = account && withHostAccount(jail, account)
  // If the unprivileged user cannot read the engine's files, a jail around root is still better than none.
  if (account && other && canReadFiles(account, cell, folder)) {
    if (jailFailureReason(other, cell, folder) === '') return { jail: other, reason: '' }
    // Root without capabilities cannot read another user's file.
    fs.chownSync(cell.config, 0, 0)
  }
  const reason = jailFailureReason(jail, cell, folder)
  return reason === '' ? { jail, reason } : { reason }
}

/** Whether the account can read the engine's files. The probe does not tell, because `--version` reads none of them. */
function canReadFiles(account: HostAccount, { binary }: Omit<Cell, 'guardSocket'>, folder: string): boolean {
  const file = path.join(folder, 'reached')
  fs.writeFileSync(file, '')
  account.admit(file)
  return [binary, file].every(account.canRead)
}

type JailMaker = (binary: string, folder: string) => Jail | string

/** The jails, strongest first. A maker returns a string instead of a jail if something has to be installed. */
const MAKERS: Partial<Record<JailName, JailMaker>> = {
  bubblewrap(binary, folder) {
    const program = findProgram('bwrap')
    if (!program) return 'bubblewrap is not installed (Debian: apt-get install bubblewrap).'
    const { arch } = process
    if (arch !== 'x64' && arch !== 'arm64') return `There is no seccomp filter for ${arch}.`
    const filterFile = path.join(folder, 'filter.bpf')
    fs.writeFileSync(filterFile, createSeccompFilter(arch))
    const prlimit = findUtilLinux('prlimit')
    return bubblewrap({ bwrap: program, prlimit }, listLibraries(binary, prlimit), filterFile)
  },

  namespaces(binary, folder) {
    const unshare = findProgram('unshare')
    const sh = findProgram('sh')
    if (!unshare || !sh) return 'util-linux is not installed (Debian: apt-get install util-linux).'
    const root = path.join(folder, 'root')
    fs.mkdirSync(root, { recursive: true })
    const [prlimit, setpriv] = [findUtilLinux('prlimit'), findUtilLinux('setpriv')]
    return namespaces({ unshare, sh, prlimit, setpriv }, listLibraries(binary, setpriv), root)
  },
}

function jailFailureReason(jail: Jail, cell: Omit<Cell, 'guardSocket'>, folder: string): string {
  const guardSocket = path.join(folder, 'probe')
  fs.writeFileSync(guardSocket, '')
  for (const file of [guardSocket, cell.config]) jail.admit?.(file)
  const whole = { ...cell, guardSocket }
  const { status, stderr, error } = runInJail(
    jail,
    jail.wrap(whole, [jail.inside(whole).binary, '--version']),
  )
  if (status === 0) return ''
  const problem = error?.message ?? String(stderr).trim().split('\n')[0] ?? ''
  return `This jail does not work on this host: ${problem || `it ended with ${status}`}.`
}

function runInJail(jail: Jail, command: string[]): SpawnSyncReturns<Buffer> {
  const filter = jail.filterFile ? fs.openSync(jail.filterFile, 'r') : undefined
  const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', 'pipe', 'pipe']
  if (filter !== undefined) {
    while (stdio.length < SECCOMP_FD) stdio.push('ignore')
    stdio.push(filter)
  }
  try {
    return runProbe(command, { env: {} as NodeJS.ProcessEnv, stdio })
  } finally {
    if (filter !== undefined) fs.closeSync(filter)
  }
}

/** Returns the shared libraries of the programs, from the paths that `ldd` prints. */
function listLibraries(...programs: (string | undefined)[]): string[] {
  const ldd = findProgram('ldd')
  const files = programs.flatMap((program) => {
    const printed = ldd && program ? String(runProbe([ldd, program]).stdout) : ''
    return [...printed.matchAll(/(?:=>\s*|^\s*)(\/\S+)/gm)].map(([, file = '']) => file)
  })
  return [...new Set(files)]
}

const INSIDE_PRLIMIT = '/prlimit'

// Without --new-session: workerd would leave its process group before it asks to die with its parent, so a kill in
// between would leave it running. spawnWorkerd already starts a session without a terminal.
// biome-ignore format: table
const SEPARATION = [
  '--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try',
  '--die-with-parent', '--clearenv', '--cap-drop', 'ALL', '--uid', '65534', '--gid', '65534',
  // No bubblewrap process next to workerd, so that the only child's usage is the run's usage.
  '--as-pid-1', '--hostname', 'sandbox',
]

/** `prlimit` runs first inside the jail, to limit what is counted there. */
type Programs = { bwrap: string; prlimit: string | undefined }

/** The strongest jail: bubblewrap's namespaces and empty root, plus a seccomp filter. */
function bubblewrap({ bwrap, prlimit }: Programs, libraries: readonly string[], filterFile: string): Jail {
  const limit = limitTasks(prlimit && INSIDE_PRLIMIT)
  return {
    name: 'bubblewrap',
    description: 'jailed by bubblewrap (namespaces, empty root) and seccomp',
    filterFile,
    files: [filterFile],
    inside: () => INSIDE,
    wrap: ({ binary, config, guardSocket }, args) => [
      bwrap,
      ...SEPARATION,
      ...readOnly(binary, INSIDE.binary),
      ...readOnly(config, INSIDE.config),
      ...(prlimit && limit.length > 0 ? readOnly(prlimit, INSIDE_PRLIMIT) : []),
      ...libraries.flatMap((file) => readOnly(file, file)),
      ...DEVICES.flatMap((file) => ['--dev-bind', file, file]),
      ...readOnly(guardSocket, INSIDE.guardSocket),
      '--remount-ro',
      '/',
      '--seccomp',
      String(SECCOMP_FD),
      '--',
      ...limit,
      ...args,
    ],
  }
}

const readOnly = (from: string, to: string) => ['--ro-bind', from, to]

/** Returns a line for the operator if bubblewrap would work once it is installed; undefined if it does, and elsewhere than on Linux. */
export function findStrongerJailHint(
  findings: readonly JailFinding[],
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const [best] = findings
  if (platform !== 'linux' || best?.name !== 'bubblewrap' || best.isUsable) return undefined
  return `sandboxd: the bubblewrap jail would be stronger, because it also filters system calls. ${best.reason}`
}
