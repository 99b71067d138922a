/** Hostile Python. Every upgrade of Pyodide and workerd has to pass. */
import { describe } from 'vitest'
import { PYTHON_ESCAPES } from './cases/python-escapes.ts'
import { PYTHON_LIMITS } from './cases/python-limits.ts'
import { PYTHON_NETWORK } from './cases/python-network.ts'
import { runHostile } from './run-hostile.ts'

describe.runIf(process.platform === 'linux')('hostile Python', () => {
  runHostile([PYTHON_ESCAPES, PYTHON_NETWORK, PYTHON_LIMITS])
})
