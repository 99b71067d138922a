import { expect, test } from 'vitest'
import { onLinux } from '../../lib/testing/skip-unless.ts'
import { readProcessMemory } from '../os/read-proc.ts'
import { isDueForRecycling } from '../pool/process-pool.ts'
import type { ProcessSetup, WorkerdProcess } from './workerd-process.ts'

/** Returns whether a process, by default this one, would be recycled under these limits. */
function recycled({
  runs = 1,
  pid = process.pid,
  recycleAtMb = 1e6,
  recycleAtRssMb = 1e6,
  limitsMemory = true,
}) {
  const setup = { engine: { recycleAtMb, recycleAtRssMb }, rlimitWrapper: { limitsMemory } } as ProcessSetup
  return isDueForRecycling({ pid, runs } as WorkerdProcess, setup)
}

test('a process is recycled after so many runs', () => {
  expect([recycled({ runs: 499 }), recycled({ runs: 500 })]).toEqual([false, true])
})

test('a process is recycled by its occupied memory and its leftover objects', onLinux, () => {
  const { rssMb, dataMb } = readProcessMemory(process.pid) ?? { rssMb: 0, dataMb: 0 }

  expect(recycled({ recycleAtRssMb: rssMb / 2 })).toBe(true)
  expect(recycled({ recycleAtMb: dataMb / 2 })).toBe(true)
  expect(recycled({ recycleAtRssMb: rssMb * 2, recycleAtMb: dataMb * 2 })).toBe(false)
})

test('a process that cannot be measured is recycled where measuring is possible, and not elsewhere', () => {
  const gone = { pid: 2 ** 30 }

  expect([recycled(gone), recycled({ ...gone, limitsMemory: false })]).toEqual([true, false])
})
