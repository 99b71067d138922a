/** Hostile JavaScript that the isolate and the guard must stop in every jail. Each upgrade of workerd must pass. */

import { describe } from 'vitest'
import { onLinux } from '../../lib/testing/skip-unless.ts'
import { CODEGEN } from './cases/codegen.ts'
import { HEADERS } from './cases/headers.ts'
import { IMPORTS_CLASS } from './cases/imports.ts'
import { INTRINSICS } from './cases/intrinsics.ts'
import { PACKAGES } from './cases/packages.ts'
import { RESULTS } from './cases/results.ts'
import { runHostile } from './run-hostile.ts'

describe('hostile JavaScript within its isolate', onLinux, () => {
  runHostile([INTRINSICS, CODEGEN, IMPORTS_CLASS, HEADERS, PACKAGES, ...RESULTS])
})
