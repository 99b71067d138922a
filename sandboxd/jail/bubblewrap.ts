/** The full jail: bubblewrap's namespaces and empty root, with a seccomp filter of our own. */
import { DEVICES, INSIDE, type Jail, SECCOMP_FD } from './jail.ts'

// biome-ignore format: a table reads in rows
const SEPARATE = [
  '--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try',
  '--die-with-parent', '--new-session', '--clearenv', '--cap-drop', 'ALL', '--uid', '65534', '--gid', '65534',
  // No process of bubblewrap's beside workerd, so that what the one child uses is what the run uses.
  '--as-pid-1', '--hostname', 'box',
]

export function bubblewrap(program: string, libraries: readonly string[], filterFile: string): Jail {
  return {
    name: 'bubblewrap',
    describe: 'jailed by bubblewrap (namespaces, empty root) and seccomp',
    filterFile,
    inside: () => INSIDE,
    wrap: ({ binary, config, guardSocket }, args) => [
      program,
      ...SEPARATE,
      ...readOnly(binary, INSIDE.binary),
      ...readOnly(config, INSIDE.config),
      ...libraries.flatMap((file) => readOnly(file, file)),
      ...DEVICES.flatMap((file) => ['--dev-bind', file, file]),
      ...readOnly(guardSocket, INSIDE.guardSocket),
      '--remount-ro',
      '/',
      '--seccomp',
      String(SECCOMP_FD),
      '--',
      ...args,
    ],
  }
}

const readOnly = (from: string, to: string) => ['--ro-bind', from, to]
