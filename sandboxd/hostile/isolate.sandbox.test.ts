/** Hostile JavaScript that its isolate and the guard have to stop, in whichever jail. Every upgrade of workerd has to pass. */

import { describe } from 'vitest'
import { onLinux } from '../../lib/testing/skip-unless.ts'
import { CODEGEN } from './cases/codegen.ts'
import { HEADERS } from './cases/headers.ts'
import { IMPORTS_CLASS } from './cases/imports.ts'
import { INTRINSICS } from './cases/intrinsics.ts'
import { RESULTS } from './cases/results.ts'
import { runHostile } from './run-hostile.ts'

describe('hostile JavaScript within its isolate', onLinux, () => {
  runHostile([INTRINSICS, CODEGEN, IMPORTS_CLASS, HEADERS, ...RESULTS])
})
