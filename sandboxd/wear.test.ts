import { expect, test } from 'vitest'
import { isWorn, memoryOf } from './wear.ts'
import type { ProcessSetup, WorkerdProcess } from './workerd-process.ts'

/** Judges this very process. */
function worn({ runs = 1, pid = process.pid, wornAtMb = 1e6, wornAtRssMb = 1e6, capsMemory = true }) {
  const setup = { engine: { wornAtMb, wornAtRssMb }, leash: { capsMemory } } as ProcessSetup
  return isWorn({ pid, runs } as WorkerdProcess, setup)
}

test('a process is worn after so many runs', () => {
  expect([worn({ runs: 499 }), worn({ runs: 500 })]).toEqual([false, true])
})

test.runIf(process.platform === 'linux')('a process is worn by what it occupies and by what it holds', () => {
  const { rssMb, dataMb } = memoryOf(process.pid) ?? { rssMb: 0, dataMb: 0 }

  expect(worn({ wornAtRssMb: rssMb / 2 })).toBe(true)
  expect(worn({ wornAtMb: dataMb / 2 })).toBe(true)
  expect(worn({ wornAtRssMb: rssMb * 2, wornAtMb: dataMb * 2 })).toBe(false)
})

test('what cannot be measured is worn where it could be, and not where nothing can', () => {
  const gone = { pid: 2 ** 30 }

  expect([worn(gone), worn({ ...gone, capsMemory: false })]).toEqual([true, false])
})
