/**
 * The command that starts a workerd so that it cannot outgrow or outlive its supervisor.
 *
 * util-linux does both where it is installed. Elsewhere (macOS, a bare container) a shell holds the leash: it
 * reads a pipe that only sandboxd has the other end of, and kills workerd when the pipe closes; memory is then
 * capped by V8's own flag alone. The jail (./jail) is inside of the leash.
 */
import { spawnSync } from 'node:child_process'
import { findProgram } from './find-program.ts'

export type Leash = {
  /** For the health line and the start message. */
  describe: string
  /** True when the operating system caps memory, so that /proc tells how much of the cap is used up. */
  capsMemory: boolean
  /** `dataLimitMb`: see engine.ts. */
  wrap(command: string[], dataLimitMb: number): string[]
}

export function chooseLeash(): Leash {
  const prlimit = findReal('prlimit')
  const setpriv = findReal('setpriv')
  if (!prlimit || !setpriv) return SHELL_LEASH
  return {
    describe: 'memory capped by V8 and prlimit',
    capsMemory: true,
    wrap: (command, dataLimitMb) => [
      prlimit,
      `--data=${dataLimitMb * 1024 * 1024}`,
      '--core=0',
      // Zero would kill workerd at its first write.
      '--fsize=1048576',
      // Each request under way is one, and of Guildhall a run may ask as much beside.
      '--nofile=256',
      '--memlock=0',
      '--',
      setpriv,
      '--no-new-privs',
      '--pdeathsig=KILL',
      '--',
      ...command,
    ],
  }
}

// The shell waits for workerd; a reader beside it waits for the pipe on stdin to close. Both are in one process
// group, which workerd-process.ts kills as a whole.
const LEASH_SCRIPT = `
exec 9<&0
"$@" </dev/null 9<&- &
child=$!
{ read -r _ <&9; kill -9 $child; } >/dev/null 2>&1 3>&- 4>&- &
wait $child
`

export const SHELL_LEASH: Leash = {
  describe: 'memory capped by V8 only: this system has no prlimit',
  capsMemory: false,
  wrap: (command) => ['/bin/sh', '-c', LEASH_SCRIPT, 'leash', ...command],
}

/** A busybox namesake does not know these options. */
function findReal(name: string): string | undefined {
  const program = findProgram(name)
  return program && spawnSync(program, ['--version']).status === 0 ? program : undefined
}
