/**
 * The seccomp filter of the jail, as the bytes that the kernel takes: classic BPF over `struct seccomp_data`.
 *
 * A list of what is refused, beside namespaces that leave nothing to reach: sockets are unix sockets only, a new
 * task may be a thread but no process, and `clone3` (whose flags a filter cannot see) does not exist, so that libc
 * falls back to `clone`. A call of another architecture ends the process.
 */
import os from 'node:os'
import { JUDGED, REFUSED } from './system-calls.ts'

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
/** x32 numbers begin here on x64: another spelling of every call. */
const X32_BIT = 0x40000000

// Where `struct seccomp_data` has them; an argument's low half comes first on both architectures.
const AT_NUMBER = 0
const AT_ARCHITECTURE = 4
const AT_FIRST_ARGUMENT = 16

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, operand: number]

const load = (offset: number): Instruction => [LOAD, 0, 0, offset]
const give = (verdict: number): Instruction => [RETURN, 0, 0, verdict]
/** Skips `count` instructions unless the test holds. */
const unless = (test: number, operand: number, count: number): Instruction => [test, 0, count, operand]

/** The whole filter for one architecture. */
export function makeFilter(architecture: Architecture): Buffer {
  const { EPERM, ENOSYS } = os.constants.errno
  const refuse = give(refuseWith(EPERM))
  const number = (name: keyof typeof JUDGED) => JUDGED[name][architecture]
  const refused = REFUSED.flatMap(([, x64, arm64]) => (architecture === 'x64' ? (x64 ?? []) : (arm64 ?? [])))
  const onlyUnix = (name: 'socket' | 'socketpair'): Instruction[] => [
    unless(JUMP_EQUAL, number(name), 4),
    load(AT_FIRST_ARGUMENT),
    unless(JUMP_EQUAL, 1 /* AF_UNIX */, 1),
    give(ALLOW),
    refuse,
  ]

  return encode([
    load(AT_ARCHITECTURE),
    [JUMP_EQUAL, 1, 0, AUDIT_ARCH[architecture]],
    give(KILL_PROCESS),
    load(AT_NUMBER),
    ...(architecture === 'x64' ? [unless(JUMP_AT_LEAST, X32_BIT, 1), refuse] : []),
    ...refused.flatMap((each) => [unless(JUMP_EQUAL, each, 1), refuse]),
    unless(JUMP_EQUAL, number('clone3'), 1),
    give(refuseWith(ENOSYS)),
    ...onlyUnix('socket'),
    ...onlyUnix('socketpair'),
    unless(JUMP_EQUAL, number('clone'), 5),
    load(AT_FIRST_ARGUMENT),
    unless(JUMP_ANY_BIT, CLONE_NEWUSER, 1),
    refuse,
    unless(JUMP_ANY_BIT, CLONE_THREAD, 1),
    give(ALLOW),
    // Whoever comes here asked for `clone` without CLONE_THREAD, or for nothing that is refused.
    load(AT_NUMBER),
    unless(JUMP_EQUAL, number('clone'), 1),
    refuse,
    give(ALLOW),
  ])
}

/** `struct sock_filter`: 16 bits of code, two jumps of 8 bits, 32 bits of operand. */
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
