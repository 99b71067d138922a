/** Hostile Python. Every upgrade of Pyodide and workerd has to pass. */
import { describe } from 'vitest'
import { PYTHON } from './cases/python.ts'
import { runHostile } from './run-hostile.ts'

describe.runIf(process.platform === 'linux')('hostile Python', () => {
  runHostile(PYTHON)
})
