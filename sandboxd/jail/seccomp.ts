/**
 * The seccomp filter of the bubblewrap jail. It allows Unix sockets, and threads but no processes. `clone3` is answered as
 * unknown, because a filter cannot read its flags; libc then uses `clone`. A call of another architecture kills the process.
 */
import os from 'node:os'

export type Architecture = 'x64' | 'arm64'

// linux/bpf_common.h, linux/audit.h, linux/seccomp.h, linux/sched.h
const LOAD = 0x20
const JUMP_EQUAL = 0x15
const JUMP_AT_LEAST = 0x35
const JUMP_ANY_BIT = 0x45
const RETURN = 0x06
const AUDIT_ARCH = { x64: 0xc000003e, arm64: 0xc00000b7 } as const
const ALLOW = 0x7fff0000
const KILL_PROCESS = 0x80000000
const refuseWith = (errno: number) => 0x00050000 | errno
const CLONE_NEWUSER = 0x10000000
const CLONE_THREAD = 0x00010000
/** Set in the numbers of x32 calls, which are aliases on x64. */
const X32_BIT = 0x40000000

// Offsets in `struct seccomp_data`; the low half of an argument comes first.
const AT_NUMBER = 0
const AT_ARCHITECTURE = 4
const AT_FIRST_ARGUMENT = 16

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, operand: number]

const load = (offset: number): Instruction => [LOAD, 0, 0, offset]
const returnVerdict = (verdict: number): Instruction => [RETURN, 0, 0, verdict]
const unless = (test: number, operand: number, count: number): Instruction => [test, 0, count, operand]

/** The numbers of a call, from asm/unistd_64.h and asm-generic/unistd.h; null if the architecture lacks it. */
type Row = readonly [name: string, x64: number | null, arm64: number | null]

// biome-ignore format: table
export const REFUSED_CALLS: readonly Row[] = [
  ['ptrace', 101, 117], ['process_vm_readv', 310, 270], ['process_vm_writev', 311, 271], ['kcmp', 312, 272],
  ['pidfd_open', 434, 434], ['pidfd_getfd', 438, 438], ['pidfd_send_signal', 424, 424], ['fork', 57, null],
  ['vfork', 58, null],
  ['mount', 165, 40], ['umount2', 166, 39], ['pivot_root', 155, 41], ['move_mount', 429, 429],
  ['open_tree', 428, 428], ['fsopen', 430, 430], ['fsconfig', 431, 431], ['fsmount', 432, 432],
  ['fspick', 433, 433], ['mount_setattr', 442, 442], ['setns', 308, 268], ['unshare', 272, 97],
  ['chroot', 161, 51],
  // workerd does not need these, and exploits use them.
  ['bpf', 321, 280], ['perf_event_open', 298, 241], ['userfaultfd', 323, 282], ['keyctl', 250, 219],
  ['add_key', 248, 217], ['request_key', 249, 218], ['io_uring_setup', 425, 425],
  ['io_uring_enter', 426, 426], ['io_uring_register', 427, 427], ['memfd_secret', 447, 447],
  ['modify_ldt', 154, null], ['personality', 135, 92], ['mbind', 237, 235], ['migrate_pages', 256, 238],
  ['move_pages', 279, 239], ['set_mempolicy', 238, 237], ['fanotify_init', 300, 262],
  ['fanotify_mark', 301, 263], ['inotify_init', 253, null], ['inotify_init1', 294, 26],
  ['name_to_handle_at', 303, 264], ['open_by_handle_at', 304, 265], ['lookup_dcookie', 212, 18],
  ['uselib', 134, null], ['ustat', 136, null], ['sysfs', 139, null], ['_sysctl', 156, null],
  ['nfsservctl', 180, 42],
  ['kexec_load', 246, 104], ['kexec_file_load', 320, 294], ['init_module', 175, 105],
  ['finit_module', 313, 273], ['delete_module', 176, 106], ['reboot', 169, 142], ['swapon', 167, 224],
  ['swapoff', 168, 225], ['syslog', 103, 116], ['acct', 163, 89], ['quotactl', 179, 60],
  ['quotactl_fd', 443, 443], ['iopl', 172, null], ['ioperm', 173, null], ['clock_settime', 227, 112],
  ['clock_adjtime', 305, 266], ['settimeofday', 164, 170], ['adjtimex', 159, 171], ['sethostname', 170, 161],
  ['setdomainname', 171, 162], ['vhangup', 153, 58],
  ['shmget', 29, 194], ['shmat', 30, 196], ['shmctl', 31, 195], ['msgget', 68, 186], ['msgsnd', 69, 189],
  ['msgrcv', 70, 188], ['msgctl', 71, 187], ['semget', 64, 190], ['semop', 65, 193], ['semctl', 66, 191],
  ['mq_open', 240, 180],
  ['setuid', 105, 146], ['setgid', 106, 144], ['setreuid', 113, 145], ['setregid', 114, 143],
  ['setresuid', 117, 147], ['setresgid', 119, 149], ['setgroups', 116, 159],
  // These change files; reading is allowed.
  ['mknod', 133, null], ['mknodat', 259, 33], ['chmod', 90, null], ['fchmod', 91, 52], ['fchmodat', 268, 53],
  ['chown', 92, null], ['fchown', 93, 55], ['lchown', 94, null], ['fchownat', 260, 54], ['link', 86, null],
  ['linkat', 265, 37], ['symlink', 88, null], ['symlinkat', 266, 36], ['rename', 82, null],
  ['renameat', 264, 38], ['renameat2', 316, 276], ['truncate', 76, 45], ['mkdir', 83, null],
  ['mkdirat', 258, 34], ['rmdir', 84, null],
]

// biome-ignore format: table
export const INSPECTED_CALLS = {
  socket:     { x64: 41,  arm64: 198 },
  socketpair: { x64: 53,  arm64: 199 },
  clone:      { x64: 56,  arm64: 220 },
  clone3:     { x64: 435, arm64: 435 },
} as const

/** Returns the filter as the bytes of a BPF program. */
export function createSeccompFilter(architecture: Architecture): Buffer {
  const { EPERM, ENOSYS } = os.constants.errno
  const refuse = returnVerdict(refuseWith(EPERM))
  const number = (name: keyof typeof INSPECTED_CALLS) => INSPECTED_CALLS[name][architecture]
  const refused = REFUSED_CALLS.flatMap(([, x64, arm64]) =>
    architecture === 'x64' ? (x64 ?? []) : (arm64 ?? []),
  )
  const onlyUnix = (name: 'socket' | 'socketpair'): Instruction[] => [
    unless(JUMP_EQUAL, number(name), 4),
    load(AT_FIRST_ARGUMENT),
    unless(JUMP_EQUAL, 1, 1),
    returnVerdict(ALLOW),
    refuse,
  ]

  return encode([
    load(AT_ARCHITECTURE),
    [JUMP_EQUAL, 1, 0, AUDIT_ARCH[architecture]],
    returnVerdict(KILL_PROCESS),
    load(AT_NUMBER),
    ...(architecture === 'x64' ? [unless(JUMP_AT_LEAST, X32_BIT, 1), refuse] : []),
    ...refused.flatMap((each) => [unless(JUMP_EQUAL, each, 1), refuse]),
    unless(JUMP_EQUAL, number('clone3'), 1),
    returnVerdict(refuseWith(ENOSYS)),
    ...onlyUnix('socket'),
    ...onlyUnix('socketpair'),
    unless(JUMP_EQUAL, number('clone'), 5),
    load(AT_FIRST_ARGUMENT),
    unless(JUMP_ANY_BIT, CLONE_NEWUSER, 1),
    refuse,
    unless(JUMP_ANY_BIT, CLONE_THREAD, 1),
    returnVerdict(ALLOW),
    // Only a `clone` without CLONE_THREAD and calls that are not refused arrive here.
    load(AT_NUMBER),
    unless(JUMP_EQUAL, number('clone'), 1),
    refuse,
    returnVerdict(ALLOW),
  ])
}

function encode(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(8 * instructions.length)
  instructions.forEach(([code, jumpTrue, jumpFalse, operand], index) => {
    bytes.writeUInt16LE(code, 8 * index)
    bytes.writeUInt8(jumpTrue, 8 * index + 2)
    bytes.writeUInt8(jumpFalse, 8 * index + 3)
    bytes.writeUInt32LE(operand >>> 0, 8 * index + 4)
  })
  return bytes
}
