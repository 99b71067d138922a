import { describe, expect, test } from 'vitest'
import { type Architecture, createSeccompFilter, INSPECTED_CALLS, REFUSED_CALLS } from './seccomp.ts'

const ARCH = { x64: 0xc000003e, arm64: 0xc00000b7 }
const ALLOWED = 0x7fff0000
const KILLED = 0x80000000
const EPERM = 0x00050001
const ENOSYS = 0x00050026
const architectures: Architecture[] = ['x64', 'arm64']

/** Returns the kernel's verdict. Knows only the instructions that the filter uses. */
function ask(filter: Buffer, call: { arch: number; number: number; argument?: number }): number {
  let accumulator = 0
  for (let at = 0; at < filter.length; at += 8) {
    const code = filter.readUInt16LE(at)
    const operand = filter.readUInt32LE(at + 4)
    const jump = (isTrue: boolean) => {
      at += 8 * filter.readUInt8(isTrue ? at + 2 : at + 3)
    }
    if (code === 0x20)
      accumulator = operand === 0 ? call.number : operand === 4 ? call.arch : (call.argument ?? 0)
    else if (code === 0x15) jump(accumulator === operand)
    else if (code === 0x35) jump(accumulator >= operand)
    else if (code === 0x45) jump((accumulator & operand) !== 0)
    else if (code === 0x06) return operand
    else throw new Error(`There is no instruction ${code} at ${at}.`)
  }
  throw new Error('The filter ends without a verdict.')
}

describe.each(architectures)('on %s', (architecture) => {
  const filter = createSeccompFilter(architecture)
  const arch = ARCH[architecture]
  const judge = (name: keyof typeof INSPECTED_CALLS, argument: number) =>
    ask(filter, { arch, number: INSPECTED_CALLS[name][architecture], argument })

  test('every call of the list is refused', () => {
    const numbers = REFUSED_CALLS.flatMap(([name, x64, arm64]) => {
      const number = architecture === 'x64' ? x64 : arm64
      return number === null ? [] : [{ name, number }]
    })

    expect(numbers.filter(({ number }) => ask(filter, { arch, number }) !== EPERM)).toEqual([])
    expect(numbers.length).toBeGreaterThan(80)
  })

  test('reading, writing, memory and waiting are allowed', () => {
    const everyday =
      architecture === 'x64' ? [0, 1, 9, 10, 11, 202, 232, 281, 318] : [63, 64, 222, 226, 215, 98, 22, 278]

    expect(everyday.map((number) => ask(filter, { arch, number }))).toEqual(everyday.map(() => ALLOWED))
  })

  test('a socket may be a unix socket and no other', () => {
    expect([judge('socket', 1), judge('socketpair', 1)]).toEqual([ALLOWED, ALLOWED])
    for (const family of [0, 2, 10, 16, 17, 40]) expect(judge('socket', family)).toBe(EPERM)
  })

  test('a task may be a thread, and no process and no namespace', () => {
    expect(judge('clone', 0x003d0f00)).toBe(ALLOWED)
    expect(judge('clone', 0x01200011)).toBe(EPERM)
    expect(judge('clone', 0x10010000)).toBe(EPERM)
    expect(judge('clone3', 0)).toBe(ENOSYS)
  })

  test('a call of another architecture ends the process', () => {
    expect(ask(filter, { arch: 0x40000003, number: 0 })).toBe(KILLED)
  })
})

test('on x64 a call by its x32 number is refused', () => {
  expect(ask(createSeccompFilter('x64'), { arch: ARCH.x64, number: 0x40000000 + 1 })).toBe(EPERM)
})
