/** Namespaces on one machine, joined by a bridge. `ISOLATED` has namespaces of its own, so nothing is left behind. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '#sandboxd/os/find-program.ts'
import { listProcesses, readCommandLine } from '../server/runtime/processes.ts'

/** The functions below work only inside it. */
export const ISOLATED = ['unshare', '--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child']

const NETWORK = '10.99.0'
const HUB = `${NETWORK}.1`

/** Returns why namespaces cannot be created here; undefined if they can. */
export function missingNamespaceReason(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux'
  for (const program of ['ip', 'unshare']) if (!findProgram(program)) return `${program} is not installed`
  try {
    const script = 'mount -t tmpfs none /run && ip link add br0 type bridge && ip netns add one'
    execFileSync(ISOLATED[0]!, [...ISOLATED.slice(1), 'sh', '-c', script], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'network namespaces cannot be created here'
  }
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** Opens the bridge that connects machines. */
export function openHub(): string {
  fs.mkdirSync('/run/netns', { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', 'none', '/run/netns'])
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'hub', 'type', 'bridge')
  ip('address', 'add', `${HUB}/24`, 'dev', 'hub')
  ip('link', 'set', 'hub', 'up')
  return HUB
}

export type Machine = {
  address: string
  start(command: string[], options?: { env?: NodeJS.ProcessEnv; uid?: number; gid?: number }): ChildProcess
  /** Kills all processes of the machine, like a loss of power. */
  kill(): void
  /** Resolves when nothing runs on it: killed processes may take a moment. */
  ended(): Promise<void>
  /** Finds a process by its command line and kills it. Returns false if there was none. */
  killOne(pattern: RegExp): boolean
  /** Drops packets to `from`, and so its answers. */
  cut(from: Machine): void
  join(to: Machine): void
}

export function addMachine(name: string, number: number): Machine {
  const address = `${NETWORK}.${number}`
  const within = (...args: string[]) => ip('-n', name, ...args)
  ip('netns', 'add', name)
  ip('link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('link', 'set', `to-${name}`, 'master', 'hub', 'up')
  within('link', 'set', 'lo', 'up')
  within('address', 'add', `${address}/24`, 'dev', 'eth0')
  within('link', 'set', 'eth0', 'up')
  return {
    address,
    start: (command, { env, uid, gid } = {}) =>
      spawn('ip', ['netns', 'exec', name, ...asAccount(uid, gid), ...command], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    kill() {
      for (const pid of findPids(name)) killProcess(pid)
    },
    async ended() {
      while (findPids(name).length > 0) await sleep(50)
    },
    killOne(pattern) {
      const pid = findPids(name).find((each) => pattern.test(readCommandLine(each)))
      if (pid !== undefined) killProcess(pid)
      return pid !== undefined
    },
    cut: (from) => void within('route', 'add', 'blackhole', from.address),
    join: (to) => void within('route', 'del', 'blackhole', to.address),
  }
}

/** Returns descendants, too, because jailed ones have a network of their own. */
function findPids(name: string): number[] {
  const printed = execFileSync('ip', ['netns', 'pids', name], { encoding: 'utf8' })
  const pids = new Set(printed.split('\n').filter(Boolean).map(Number))
  const all = listProcesses()
  for (let before = -1; before < pids.size; ) {
    before = pids.size
    for (const { pid, parent } of all) if (pids.has(parent)) pids.add(pid)
  }
  return [...pids]
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}

function asAccount(uid: number | undefined, gid: number | undefined): string[] {
  return uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}
