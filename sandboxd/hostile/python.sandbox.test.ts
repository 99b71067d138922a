/** Hostile Python. Each upgrade of Pyodide or workerd must pass. */

import { describe } from 'vitest'
import { onLinux } from '../../lib/testing/skip-unless.ts'
import { PYTHON_ESCAPES } from './cases/python-escapes.ts'
import { PYTHON_LIMITS } from './cases/python-limits.ts'
import { PYTHON_NETWORK } from './cases/python-network.ts'
import { runHostile } from './run-hostile.ts'

describe('hostile Python', onLinux, () => {
  runHostile([PYTHON_ESCAPES, PYTHON_NETWORK, PYTHON_LIMITS])
})
